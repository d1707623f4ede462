/** From here on a block of memory is worth handing back to the system as soon as it is free. */
const LARGE = 8 * 1024 * 1024;
/**
 * glibc maps blocks above 32 MB one by one, whatever it learnt about smaller ones, and so returns them when they are
 * freed.
 */
const MAPPED = 33 * 1024 * 1024;

/**
 * Room for so many bytes, not cleared. A large one is taken from a block that the system takes back when it is freed:
 * else each replaced index of 100,000 companies leaves a hole in the heap that stays resident. What is not written to
 * costs no memory.
 */
export function roomFor(size: number): Buffer<ArrayBuffer> {
  return Buffer.allocUnsafeSlow(size < LARGE ? size : Math.max(size, MAPPED)).subarray(0, size);
}
