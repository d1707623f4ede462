import { type Demanded, parseWitnessKey } from './cosignature.ts';
import { parseVerifierKey, type VerifierKey } from './note.ts';

/** A policy file, as C2SP tlog-policy and sigsum write it: the keys of logs, and which witnesses must have cosigned. */
type Policy = Demanded & { logs: readonly VerifierKey[] };

/** More lines than any policy that a person wrote. */
const LINES_MAX = 1_000;
/** As deep as groups of groups may be. */
const DEPTH_MAX = 8;

type Group = { depth: number; isMet: Demanded['isMet'] };

/**
 * Reads `log KEY [URL]`, `witness NAME KEY [URL]`, `group NAME all|any|K MEMBER…` and one `quorum NAME|none`; a line that begins with #
 * is a comment. What a line names must be in a line above it.
 *
 * @returns the policy; or what is wrong, as a sentence without its end
 */
export function parsePolicy(text: string): Policy | { fault: string } {
  const lines = text.split('\n');
  if (lines.length > LINES_MAX) return { fault: `it has more than ${LINES_MAX} lines` };
  const logs: VerifierKey[] = [];
  const witnesses: VerifierKey[] = [];
  const groups = new Map<string, Group>();
  let quorum: Group | undefined;

  /** @returns what is wrong with a line */
  function take([kind = '', ...fields]: string[]): string | undefined {
    if (kind === 'log') {
      const key = keyAmong(fields, (one) => parseVerifierKey(one));
      return key ? void logs.push(key) : 'a log is `log KEY [URL]`, with KEY as NAME+ID+KEY';
    }
    const [name = '', ...rest] = fields;
    if (kind === 'quorum') {
      if (quorum) return 'there are two quorums';
      quorum = name === 'none' ? { depth: 0, isMet: () => true } : groups.get(name);
      return quorum && !rest.length
        ? undefined
        : `a quorum is \`quorum NAME\` or \`quorum none\`, and NAME is in a line above`;
    }
    if (kind !== 'witness' && kind !== 'group')
      return `"${kind.slice(0, 20)}" is none of log, witness, group and quorum`;
    if (name === 'none' || name === '' || groups.has(name)) return `"${name.slice(0, 40)}" is no new name`;
    const group = kind === 'witness' ? witnessOf(rest, witnesses) : groupOf(rest, groups);
    if (typeof group === 'string') return group;
    groups.set(name, group);
    return undefined;
  }

  for (const [at, line] of lines.entries()) {
    const fields = line.trim().split(/[ \t]+/);
    if (fields[0] === '' || fields[0]?.startsWith('#')) continue;
    const fault = take(fields);
    if (fault !== undefined) return { fault: `line ${at + 1}: ${fault}` };
  }
  if (!quorum) return { fault: 'it has no quorum' };
  return { logs, witnesses, isMet: quorum.isMet };
}

/** The key among a key and an address, which writers of policies put in both orders. */
function keyAmong(
  fields: readonly string[],
  parse: (text: string) => VerifierKey | undefined,
): VerifierKey | undefined {
  const [key, ...others] = fields.flatMap((one) => parse(one) ?? []);
  const rest = fields.filter((one) => parse(one) === undefined);
  return others.length === 0 && rest.length <= 1 && rest.every((one) => URL.canParse(one)) ? key : undefined;
}

function witnessOf(fields: readonly string[], witnesses: VerifierKey[]): Group | string {
  const key = keyAmong(fields, parseWitnessKey);
  if (!key) return 'a witness is `witness NAME KEY [URL]`, with KEY as NAME+ID+KEY and Ed25519 cosignatures';
  if (witnesses.some(({ text }) => text === key.text)) return 'this witness is there twice';
  witnesses.push(key);
  return { depth: 0, isMet: (by) => by.has(key) };
}

function groupOf([count = '', ...names]: readonly string[], groups: ReadonlyMap<string, Group>): Group | string {
  const members = names.map((name) => groups.get(name));
  const known = members.filter((member) => member !== undefined);
  if (known.length === 0 || known.length < members.length || new Set(names).size < names.length)
    return 'a group is `group NAME all|any|K MEMBER…`, and each member is in a line above, once';
  const needed =
    count === 'all' ? known.length : count === 'any' ? 1 : /^[1-9]\d{0,2}$/.test(count) ? Number(count) : 0;
  if (needed < 1 || needed > known.length)
    return `of ${known.length} members it can be all, any, or a number up to that`;
  const depth = 1 + Math.max(...known.map((member) => member.depth));
  if (depth > DEPTH_MAX) return `groups are more than ${DEPTH_MAX} deep`;
  return { depth, isMet: (by) => known.filter((member) => member.isMet(by)).length >= needed };
}
