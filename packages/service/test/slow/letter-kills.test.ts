import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { run } from '../../../../test/world/processes.ts';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { beginHolder } from '../../src/features/holders/operations/begin-holder.ts';
import { knownHolder } from '../../src/features/holders/operations/known-holder.ts';
import { callerOf } from '../../src/features/holders/operations/registration.ts';
import { useLink } from '../../src/features/holders/operations/use-link.ts';
import { sendText } from '../../src/features/replies/operations/texts/send-text.ts';
import { registerAgent } from '../../src/operations/agent/register-agent.ts';
import { watchCompany } from '../../src/operations/agent/watch-company.ts';
import { run as call, execute } from '../../src/operations/run.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { act, type Step, send } from '../holders/holder-step.ts';
import { headerLines, openSmtpSink, readLetter } from '../world/network/smtp-sink.ts';
import { publish } from '../world/operator.ts';
import { program } from '../world/readymark.ts';
import { engines, fakeClock, sharedDatabases, type TestContext, testContext } from '../world/service.ts';

/**
 * SIGKILL before every single change that the steps of links by mail and of letters to companies and watchers make (decisions 182 and
 * 183): another process goes on, nothing is lost, a letter that comes twice is the same letter, and no link works twice.
 */
sharedDatabases();

const DAY = 86_400_000;
const NOW = '2026-11-21T12:00:00.000Z';
/** More than a lease and its reserve. */
const LATER_MS = 91_000;

type World = {
  ctx: TestContext;
  /** A round has a company, a site and an address of its own. */
  host: string;
  slug: string;
  email: string;
  audit(audit_date: string, scores?: number): unknown;
  holder(proven: boolean): Promise<string>;
  /** The address in the only letter to `email` so far. */
  link(): Promise<string>;
  token(): Promise<string>;
  /** A page whose letters go to `email`. */
  confirmed(): Promise<string>;
};

type Scene = {
  name: string;
  /** Settings of the process that is killed, and of the one that goes on. */
  env?: Record<string, string>;
  /** Prepares a round. @returns what is killed */
  prepare(world: World): Promise<Step>;
  /** Whether the step happened; where not, whoever asked for it does so again. */
  happened(world: World, step: Step): Promise<boolean>;
  /** Subjects of the letters to `email` that there must be in the end, one each. */
  letters: readonly RegExp[];
  also?(world: World, step: Step): Promise<void>;
};

const linkOf = ({ ctx, host }: World) =>
  ctx.store.db
    .selectFrom('holder_links')
    .innerJoin('domain_holders', 'domain_holders.holder_id', 'holder_links.holder_id')
    .select(['link_id', 'used_at', 'email', 'proof'])
    .where('host', '=', host)
    .execute();
const contacts = ({ ctx, host }: World) =>
  ctx.store.db.selectFrom('company_contacts').selectAll().where('host', '=', host).execute();

/** A link was used once, by whoever of the two processes it was, and is used no more. */
async function usedOnce(world: World, step: Step): Promise<void> {
  if (!('use' in step)) return assert.fail();
  assert.equal((await useLink(world.ctx, step.use)).state, 'used', 'no link works twice');
  const links = await linkOf(world);
  assert.deepEqual(
    links.map(({ used_at, email }) => [used_at !== null, email]),
    [[true, null]],
  );
  assert.equal((await contacts(world)).length, 1);
}

const asked = async (world: World) => (await linkOf(world)).length > 0;
const jobs: Pick<Scene, 'happened'> = { happened: async () => true };

const scenes: readonly Scene[] = [
  {
    name: 'a link that proves a domain is asked for',
    prepare: async (world) => ({ ask: 'proof', secret: await world.holder(false), email: world.email }),
    happened: asked,
    letters: [/control/],
  },
  {
    name: 'an address is asked whether letters are welcome',
    prepare: async (world) => ({ ask: 'contact', secret: await world.holder(true), email: world.email }),
    happened: asked,
    letters: [/^Letters about/],
  },
  {
    name: 'a link that proves a domain is used',
    async prepare(world) {
      const secret = await world.holder(false);
      await act(world.ctx, { ask: 'proof', secret, email: world.email });
      return { use: await world.token() };
    },
    happened: async (world) => (await linkOf(world)).some(({ used_at }) => used_at !== null),
    letters: [/control/],
    async also(world, step) {
      await usedOnce(world, step);
      assert.equal((await linkOf(world))[0]?.proof, 'mail');
    },
  },
  {
    name: 'an address is confirmed',
    async prepare(world) {
      const secret = await world.holder(true);
      await act(world.ctx, { ask: 'contact', secret, email: world.email });
      return { use: await world.token() };
    },
    happened: async (world) => (await linkOf(world)).some(({ used_at }) => used_at !== null),
    letters: [/^Letters about/],
    also: usedOnce,
  },
  {
    name: 'a score becomes stale in 30 days',
    async prepare(world) {
      // Due on 2026-12-11.
      await publish(world.ctx, [world.audit('2026-06-14')]);
      await world.confirmed();
      return { jobs: true };
    },
    ...jobs,
    letters: [/^Letters about/, /becomes stale on/],
  },
  {
    name: 'a score becomes stale in 7 days',
    async prepare(world) {
      // Due on 2026-11-26: the letter of 30 days would say the same, and is not sent too.
      await publish(world.ctx, [world.audit('2026-05-30')]);
      await world.confirmed();
      return { jobs: true };
    },
    ...jobs,
    letters: [/^Letters about/, /becomes stale on 2026-11-26/],
  },
  {
    name: 'another rubric is used',
    env: { RUBRICS_PUBLISHABLE: 'v2' },
    async prepare(world) {
      await publish(world.ctx, [world.audit('2026-11-20')]);
      await world.confirmed();
      return { jobs: true };
    },
    ...jobs,
    letters: [/^Letters about/, /rubric v2/],
  },
  {
    name: 'a company is audited again',
    async prepare(world) {
      await publish(world.ctx, [world.audit('2026-11-01')]);
      await world.confirmed();
      await send(world.ctx);
      return { publish: world.audit('2026-11-20', 4) };
    },
    happened: async ({ ctx, slug }) => {
      await ctx.catalogue.refresh();
      return ctx.catalogue.current().entry(slug)?.audit_date === '2026-11-20';
    },
    letters: [/^Letters about/, /re-audited/],
  },
  {
    name: 'a reply is decided',
    async prepare(world) {
      const { ctx, slug } = world;
      await publish(ctx, [world.audit('2026-11-20')]);
      const holder = await knownHolder(ctx, await world.confirmed());
      const { holder_id, website, registration_id } = holder;
      const sender = { holder_id, website, slug, proof: 'file', proven_at: NOW };
      const registration = async () => registration_id ?? assert.fail();
      const typed = { kind: 'reply', criterion: null, audit_date: '2026-11-20', text: 'We do.' } as const;
      await sendText(ctx, { ...sender, registration }, typed);
      return { decide: (await textsOf(world))[0]?.text_id ?? '' };
    },
    happened: async (world) => (await textsOf(world))[0]?.status !== 'waiting',
    letters: [/^Letters about/, /your reply to the audit is published/],
    async also({ ctx, slug }) {
      const replies = await ctx.store.db.selectFrom('replies').selectAll().where('slug', '=', slug).execute();
      assert.equal(replies.length, 1, 'published once');
    },
  },
  {
    name: 'watchers are notified of a stale score',
    async prepare({ ctx, audit, email, slug }) {
      // Current until this day is over: each round is a day later.
      const due = new Date(ctx.now().getTime() - 180 * DAY).toISOString().slice(0, 10);
      await publish(ctx, [audit(due)]);
      const input = { type: 'anonymous', contact_email: email };
      const { registration_id } = (await call(ctx, registerAgent, { key: undefined, input })).body;
      await execute(ctx, watchCompany, callerOf(registration_id), { slug, watching: true }, {});
      await send(ctx);
      ctx.clock.advance(DAY);
      return { jobs: true };
    },
    ...jobs,
    letters: [/^The score of .* is stale/],
  },
];

const textsOf = ({ ctx, slug }: World) =>
  ctx.store.db.selectFrom('company_texts').selectAll().where('slug', '=', slug).execute();

for (const engine of engines)
  describe(`killed before each change (${engine})`, () => {
    for (const scene of scenes)
      test(scene.name, { timeout: timeLimit(240_000) }, async (t) => {
        const sink = await openSmtpSink();
        after(() => sink.close());
        const env = { SMTP_URL: sink.url, REGISTRATIONS_PER_HOUR: '1000000' };
        const ctx = await testContext(engine, env, fakeClock(NOW));
        const { BASE_URL } = ctx.settings;
        const place = {
          ...env,
          BASE_URL,
          DATA_DIR: ctx.data_dir,
          DATABASE_URL: ctx.settings.DATABASE_URL,
          ...scene.env,
        };
        const later = scene.env ? await testContext(engine, place, ctx.clock) : ctx;
        /** Of letters to an address: how they are called, and their ids. */
        const lettersTo = async (email: string) =>
          Promise.all(
            sink.letters
              .filter(({ rcpt_to }) => rcpt_to.includes(email))
              .map(async (letter) => {
                const id = headerLines(letter).find((line) => line.startsWith('Message-ID: ')) ?? '';
                return { id, ...(await readLetter(letter)) };
              }),
          );
        let killed = 0;
        for (let call = 1, lived = false; !lived; call++) {
          assert.ok(call < 200);
          const world = round(ctx, `c${call}`, lettersTo);
          const step = await scene.prepare(world);
          const args = [
            '--import',
            pathToFileURL(program('die-at-call')).href,
            join(import.meta.dirname, '../holders/holder-step.ts'),
          ];
          const { code, err } = await run(process.execPath, [...args, JSON.stringify(step), ctx.now().toISOString()], {
            env: { ...place, DIE_AT_CALL: String(call), DIE_WITHIN: ctx.data_dir, DIE_WHEN_ASKED: 'yes' },
          });
          assert.ok(code <= 0, err);
          lived = code === 0;
          if (!lived) killed++;
          ctx.clock.advance(LATER_MS);
          if (!(await scene.happened(world, step))) await act(later, step);
          const what = `killed before change ${call}`;
          // PostgreSQL notices after a moment that a process is gone, and what it had locked is left out until then.
          const enough = async () => {
            await send(later);
            return (await lettersTo(world.email)).length >= scene.letters.length;
          };
          await until(enough, `all letters, ${what}`);
          await send(later);
          const letters = await lettersTo(world.email);
          const subjects = new Map(letters.map(({ id, subject = '' }) => [id, subject]));
          for (const subject of scene.letters)
            assert.equal([...subjects.values()].filter((one) => subject.test(one)).length, 1, `${what}: ${subject}`);
          assert.equal(subjects.size, scene.letters.length, `${what}: ${[...subjects.values()].join(', ')}`);
          assert.ok(letters.length <= scene.letters.length + 1, `${what}: at most the letter in hand comes twice`);
          await scene.also?.(world, step);
        }
        t.diagnostic(`killed before each of ${killed} changes`);
        assert.ok(killed >= 4);
        const findings = (await runDoctor(ctx.store, ctx.rubrics, () => {})).flatMap((check) => check.findings);
        assert.deepEqual(findings, []);
      });
  });

function round(
  ctx: TestContext,
  slug: string,
  lettersTo: (email: string) => Promise<{ text?: string | undefined }[]>,
): World {
  const host = `${slug}.com`;
  const website = `https://${host}/`;
  const email = `admin@${host}`;
  const world: World = {
    ...{ ctx, host, slug, email },
    audit: (audit_date, scores = 3) => ({ ...exampleAudit({ slug, company: slug, audit_date, scores }), website }),
    async holder(proven) {
      const secret = await beginHolder(ctx, host);
      const ends_at = new Date(ctx.now().getTime() + 90 * DAY).toISOString();
      // As if its token had been seen.
      if (proven)
        await ctx.store.db
          .updateTable('domain_holders')
          .set({ proof: 'file', proven_at: ctx.now().toISOString(), ends_at })
          .where('host', '=', host)
          .execute();
      return secret;
    },
    async link() {
      await send(ctx);
      const [letter] = await lettersTo(email);
      return /\/own\/link\?t=(\S+)/.exec(letter?.text ?? '')?.[1] ?? assert.fail('there is no link');
    },
    token: () => world.link(),
    async confirmed() {
      const secret = await world.holder(true);
      await act(ctx, { ask: 'contact', secret, email });
      assert.equal((await useLink(ctx, await world.token())).state, 'valid');
      return secret;
    },
  };
  return world;
}
