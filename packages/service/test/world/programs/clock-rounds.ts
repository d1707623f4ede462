import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../../../../test/world/wait.ts';
import { exampleAudit, rubrics } from '../../../../rubric/test/example-audit.ts';
import { openStore } from '../../../src/store/engine/engine.ts';
import { runDoctor } from '../../../src/store/upkeep/doctor.ts';
import { type Called, call } from '../call.ts';
import { headerLines, openSmtpSink, type SmtpSink } from '../network/smtp-sink.ts';
import { OPERATOR_TOKENS, operator_token } from '../operator.ts';
import { type Serving, startNode } from '../readymark.ts';

/** What happened over all rounds. */
type ClockTally = { letters: number; publications: number; refusals: number };

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const LIMIT = 4;
/** How far the clocks of a round run ahead before they are put right. */
const AHEAD = [0, 50 * SECOND, HOUR, 24 * HOUR];
const SLUGS = ['acme', 'other'];
const PATHS = ['/api/audits/index.json', '/api/watch-stats', ...SLUGS.map((slug) => `/api/audits/${slug}.json`)];

/**
 * Lets the clocks of real nodes run ahead and puts them right, again and again, while agents register and watch, audits
 * are published and a slow mail server takes letters or refuses them. No letter may be lost or come twice, no refusal
 * may last longer than its window, no changed document may be 304, and the doctor must find nothing.
 *
 * @param skews by how many milliseconds the clock of each node differs from the right one
 * @param random numbers from 0 to 1, from a seed that is printed so that a failure can be repeated
 */
export async function clockRounds(options: {
  place: { DATA_DIR: string; DATABASE_URL: string };
  skews: readonly number[];
  rounds: number;
  random: () => number;
}): Promise<ClockTally> {
  const { place, skews, rounds, random } = options;
  const tally: ClockTally = { letters: 0, publications: 0, refusals: 0 };
  const sink = await openSmtpSink();
  const files = skews.map((_, at) => join(place.DATA_DIR, `clock-${at}`));
  let right = Date.parse('2026-11-21T12:00:00.000Z');
  const setClocks = (time: number) => {
    for (const [at, file] of files.entries()) {
      writeFileSync(`${file}.new`, String(time + (skews[at] ?? 0)));
      renameSync(`${file}.new`, file);
    }
  };
  setClocks(right);
  // More letters a day than a round can send: what waits for the next day would be taken for lost.
  const limits = { REGISTRATIONS_PER_HOUR: String(LIMIT), LETTERS_PER_ADDRESS_PER_DAY: '1000' };
  const env = { ...place, SMTP_URL: sink.url, OPERATOR_TOKENS, ...limits };
  const nodes = await Promise.all(files.map((file) => startNode(env, file)));
  const store = openStore({ database_url: place.DATABASE_URL, file: join(place.DATA_DIR, 'readymark.db') });
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const waiting = async (leased: boolean) => {
    const rows = await store.db.selectFrom('notices').select('lease_by').where('status', '=', 'pending').execute();
    return rows.filter(({ lease_by }) => !leased || lease_by !== null).length;
  };
  const readers = new Map(nodes.map((node) => [node.url, new Map<string, Called>()]));

  async function publish(score: number): Promise<void> {
    tally.publications += 1;
    const audit_date = new Date(Date.UTC(2010, 0, tally.publications)).toISOString().slice(0, 10);
    const audits = SLUGS.map((slug) => exampleAudit({ slug, company: slug, audit_date, scores: score }));
    const { status, text } = await call(any(nodes).url, 'POST', '/api/desk/audits', {
      key: operator_token,
      body: { audits },
    });
    assert.equal(status, 201, text);
    for (const { url } of nodes)
      await until(
        async () => (await call(url, 'GET', '/api/audits/acme.json')).json.audit_date === audit_date,
        'it is public',
      );
  }

  /** Registers agents until it is refused, at most as many as the limit; those registered watch everything. */
  async function register(round: number): Promise<void> {
    for (let at = 0; at < LIMIT; at += 1) {
      const body = { type: 'anonymous', contact_email: `a${round}-${at}-${tally.publications}@agents.example` };
      const { status, json, headers } = await call(any(nodes).url, 'POST', '/api/agent/auth', { body });
      if (status === 429) {
        tally.refusals += 1;
        const seconds = Number(headers.get('retry-after'));
        assert.ok(seconds > 0 && seconds <= 3_600, `Retry-After: ${seconds}`);
        return;
      }
      assert.equal(status, 201);
      for (const slug of SLUGS)
        await call(any(nodes).url, 'POST', '/api/agent/watch', { key: json.api_key, body: { slug } });
    }
  }

  setClocks(right);
  await publish(1);
  for (let round = 0; round < rounds; round += 1) {
    const ahead = any(AHEAD);
    const words = `round ${round}, ${ahead / SECOND} s ahead`;
    setClocks(right + ahead);
    await register(round);
    sink.behave(random() < 0.5 ? { recipient: () => 450 } : { arrival: () => wait(100 + random() * 900) });
    await publish(1 + (tally.publications % 5));
    for (const node of nodes) await read(node, readers, words);
    setClocks(right);
    await register(round);
    await publish(1 + (tally.publications % 5));
    for (const node of nodes) await read(node, readers, `${words}, put right`);
    sink.behave({ arrival: () => wait(random() * 500) });
    // Not while letters are under way: to a node that time passes much faster than it does for the mail server.
    await until(async () => (await waiting(true)) === 0, `${words}: no letter is under way`);
    right += 2 * HOUR;
    setClocks(right);
    await until(async () => (await waiting(false)) === 0, `${words}: every letter is sent`);
    await register(round);
    await checkLetters(sink, words);
    const found = (await runDoctor(store, rubrics, () => {})).flatMap(({ findings }) => findings);
    assert.deepEqual(found, [], words);
    right += HOUR;
  }
  const { count } = await store.db
    .selectFrom('notices')
    // A letter carries all that one address is told of a publication (decision 165).
    .select(({ fn }) => fn.count('letter').distinct().as('count'))
    .where('status', '=', 'sent')
    .executeTakeFirstOrThrow();
  tally.letters = sink.letters.length;
  assert.equal(tally.letters, Number(count));
  for (const node of nodes) await node.kill();
  await store.close();
  await sink.close();
  return tally;
}

/** Reads each document twice, as a new reader and as one that knows only the time of what it has read before. */
async function read(node: Serving, readers: Map<string, Map<string, Called>>, words: string): Promise<void> {
  const known = readers.get(node.url) ?? new Map<string, Called>();
  for (const path of PATHS) {
    const now = await call(node.url, 'GET', path);
    const modified = now.headers.get('last-modified') ?? '';
    const before = known.get(path);
    if (before) {
      const since = before.headers.get('last-modified') ?? '';
      assert.ok(Date.parse(modified) >= Date.parse(since), `${words}: ${path} went back from ${since} to ${modified}`);
      const { status } = await call(node.url, 'GET', path, { headers: { 'if-modified-since': since } });
      if (now.text !== before.text) assert.equal(status, 200, `${words}: ${path} changed after ${since}`);
    }
    known.set(path, now);
  }
}

async function checkLetters(sink: SmtpSink, words: string): Promise<void> {
  const ids = sink.letters.map((letter) => headerLines(letter).find((line) => line.startsWith('Message-ID: ')));
  assert.equal(new Set(ids).size, ids.length, `${words}: a letter came twice`);
}
