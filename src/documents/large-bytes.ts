/** From this size on, memory should go back to the system as soon as it is freed. */
const LARGE_BYTES_MIN = 8 * 1024 * 1024;
/** glibc always maps blocks above 32 MB separately, and so returns them to the system when they are freed. */
const MAPPED_BYTES_MIN = 33 * 1024 * 1024;

/**
 * Allocates `size` bytes, not cleared. A large buffer is part of a block that goes back to the system when it is freed;
 * otherwise each replaced index of 100,000 companies would leave a hole in the heap that stays resident. Bytes that are
 * not written to cost no memory.
 */
export function roomFor(size: number): Buffer<ArrayBuffer> {
  return Buffer.allocUnsafeSlow(size < LARGE_BYTES_MIN ? size : Math.max(size, MAPPED_BYTES_MIN)).subarray(0, size);
}
