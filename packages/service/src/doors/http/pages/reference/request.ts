import type { Described, Parameter } from './description.ts';

/** A call whose parameters are all its own. */
type Call = Omit<Described, 'parameters'> & { parameters: readonly Parameter[] };

/** Whether there is no way to call without a key. */
export const keyed = ({ security = [] }: Pick<Described, 'security'>) =>
  security.length > 0 && security.every((way) => Object.keys(way).length > 0);

/**
 * A line for a shell, with the query that a call needs: quoted, and with -g where curl itself would expand the braces of
 * what the caller must fill in.
 */
export function curl(base: string, method: string, path: string, call: Call): string {
  const value = (name: string) => {
    const { example } = call.parameters.find((row) => row.name === name) ?? {};
    return typeof example === 'string' || typeof example === 'number' ? String(example) : `{${name}}`;
  };
  const body = call.requestBody?.content['application/json'];
  // What a body may have too is shown in the query, which is shorter.
  const query = call.parameters.filter(
    (row) => row.in === 'query' && (row.required || row.name in (body?.schema.properties ?? {})),
  );
  const filled =
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => value(name)) +
    (query.length ? `?${query.map(({ name }) => `${name}=${value(name)}`).join('&')}` : '');
  // Where no company is listed, an example cannot name one.
  const blank = (body?.schema.required ?? []).map((name) => [name, `{${name}}`]);
  const example = body?.example ?? (call.requestBody?.required && blank.length ? Object.fromEntries(blank) : undefined);
  const json = example === undefined ? undefined : inLines(example).replaceAll("'", "'\\''");
  return [
    `curl -s${filled.includes('{') ? 'g' : ''}${method === 'GET' ? '' : ` -X ${method}`} '${base}${filled}'`,
    ...(keyed(call) ? [`-H 'Authorization: Bearer <API_KEY>'`] : []),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${json}'`]),
  ].join(' \\\n  ');
}

/** JSON on one line if it is short, else with a line for each member. */
function inLines(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length < 60 ? line : JSON.stringify(value, undefined, 2);
}
