/** Works on all, so many at a time; once one has failed, none is begun any more. @throws what the first one threw that failed */
export async function inTurn<T>(
  concurrent: number,
  all: Iterable<T>,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const rest = all[Symbol.iterator]();
  let failed = false;
  const results = await Promise.allSettled(
    Array.from({ length: concurrent }, async () => {
      for (let next = rest.next(); !next.done && !failed; next = rest.next())
        await work(next.value).catch((error) => {
          failed = true;
          throw error;
        });
    }),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
