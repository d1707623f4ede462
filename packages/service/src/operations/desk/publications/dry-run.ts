/** Thrown at the end of the transaction of a dry run, so that it is rolled back. */
export class DryRun extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('dry run');
    this.result = result;
  }
}

/** What a transaction returned, or the result of its dry run. */
export async function unlessDry<T>(transaction: Promise<T>): Promise<T> {
  try {
    return await transaction;
  } catch (error) {
    if (error instanceof DryRun) return error.result as T;
    throw error;
  }
}
