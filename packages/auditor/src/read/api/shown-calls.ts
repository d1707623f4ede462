/** A call that a sample of code shows. `url` is undefined where only its path is written. */
type ShownCall = { url: string | undefined };

/** Characters of a sample that are looked at. */
const MOST = 2_000;
const CURL = /^(?:\$ )?curl\b/;
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE) (?:\/|https:)/;
const ADDRESS = /https?:\/\/[^\s"'`<>\\]{1,500}/;

/** The calls that a sample shows, one a line: `curl https://api.acme.dev/orders`, `GET /orders`. */
export function callsIn(sample: string): ShownCall[] {
  const calls: ShownCall[] = [];
  let unfinished: ShownCall | undefined;
  for (const line of sample.slice(0, MOST).split('\n')) {
    const written = line.trim();
    const url = ADDRESS.exec(written)?.[0];
    if (CURL.test(written) || METHOD.test(written)) calls.push({ url });
    // What a call needs may follow on further lines.
    else if (unfinished) unfinished.url ??= url;
    unfinished = written.endsWith('\\') ? (unfinished ?? calls.at(-1)) : undefined;
  }
  return calls;
}
