import { Refusal } from '@readymark/rubric/refusal';

/**
 * What an error says to the person at the command line, who may see more of it than a caller over the network. What
 * recognises the errors of databases is loaded only now.
 */
export async function failureOf(error: unknown): Promise<Refusal> {
  if (error instanceof Refusal) return error;
  const [{ Fault }, { outageReason }] = await Promise.all([
    import('../domain/fault.ts'),
    import('../store/engine/outage.ts'),
  ]);
  const why = outageReason(error instanceof Fault ? error.cause : error);
  if (why !== undefined) return new Refusal(`${why.charAt(0).toUpperCase()}${why.slice(1)}.`);
  if (error instanceof Fault) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return new Refusal(`${error.message}${cause}`, error.details.errors);
  }
  return new Refusal(error instanceof Error ? error.message : String(error));
}
