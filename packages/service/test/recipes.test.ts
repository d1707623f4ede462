import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { run } from '../../../test/world/processes.ts';
import { timeLimit, until } from '../../../test/world/wait.ts';
import { serving, temporaryFolder } from './world/readymark.ts';
import { copyTree } from './world/tree-copy.ts';

/**
 * The recipes of CONTRIBUTING.md, done as they are written in one copy of the checkout: it compiles, keeps the laws and does
 * what was added. What a recipe forgets fails here, as it would for whoever follows it.
 */
const root = join(import.meta.dirname, '../../..');
const src = 'packages/service/src';
const copy = copyTree(join(temporaryFolder('readymark-recipes-'), 'copy'));
const tool = (name: string) => join(root, 'node_modules/.bin', name);

/** The text of a recipe, on one line. */
const recipe = (title: string) => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(/^### /m);
  return (
    text.find((part) => part.startsWith(title.split(':')[0] ?? ''))?.replaceAll(/\s+/g, ' ') ??
    assert.fail(`no recipe ${title}`)
  );
};

/** What each recipe makes. It may change only files that the recipe names. */
const recipes: Readonly<Record<string, { names: readonly string[]; follow(): void }>> = {
  'Add a page': {
    names: ['doors/http/pages/', 'doors/http/pages/site.ts'],
    follow() {
      copy.write(
        `${src}/doors/http/pages/prose/imprint-page.ts`,
        `
  import type { ContentPage } from '../../html/content.ts';
  import { textPage } from './text-page.ts';

  /** Who answers for the service. */
  export const imprintPage = (): ContentPage =>
    textPage({ title: 'Imprint', description: 'Who answers for the service.', parts: [{ title: 'Address', text: ['A street.'] }] });
`,
      );
      const site = `${src}/doors/http/pages/site.ts`;
      copy.before(site, 'import { privacyPage }', "import { imprintPage } from './prose/imprint-page.ts';\n");
      copy.before(
        site,
        "  definePage({\n    path: '/bot',",
        `  definePage({
    path: '/imprint',
    title: 'Imprint',
    ...of_texts,
    draw: { content: imprintPage },
    nav: { bar: 'footer' },
    llms: { section: 'Optional', note: 'who answers for the service' },
  }),
`,
      );
    },
  },
  'Add an operation or a tool': {
    names: ['operations/desk/NAME.ts', 'operations/desk/index.ts'],
    follow() {
      copy.write(
        `${src}/operations/desk/count-waiting.ts`,
        `
  import { z } from 'zod';
  import { companiesDue } from '../../store/due.ts';
  import { today } from '../context.ts';
  import { deskOperation } from '../desk-operation.ts';

  /** How many audits are stale today. */
  export const countWaiting = deskOperation({
    name: 'count_waiting',
    title: 'Count stale audits',
    summary: 'Counts the audits that are stale.',
    path: 'GET /api/desk/count-waiting',
    guidance: 'Counts the audits whose re-audit was due until today.',
    input: z.object({}),
    output: z.object({ count: z.int() }),
    handler: async (ctx) => ({
      count: (await companiesDue(ctx.store, today(ctx), { limit: 1, offset: 0 })).total,
    }),
  });
`,
      );
      const index = `${src}/operations/desk/index.ts`;
      copy.before(index, 'import { declineRequest }', "import { countWaiting } from './count-waiting.ts';\n");
      copy.before(index, '  listNotices,\n', '  countWaiting,\n');
    },
  },
  'Add an operation or a tool: for agents': {
    names: ['operations/agent/NAME.ts', 'operations/index.ts'],
    follow() {
      copy.write(
        `${src}/operations/agent/count-companies.ts`,
        `
  import { z } from 'zod';
  import { operation } from '../operation.ts';

  /** How many companies are listed. */
  export const countCompanies = operation({
    name: 'count_companies',
    title: 'Count companies',
    summary: 'Counts the companies that are listed.',
    scope: null,
    faults: [],
    input: z.object({}),
    output: z.object({ count: z.int() }),
    http: [
      {
        method: 'GET',
        id: 'get_company_count',
        path: '/api/count-companies',
        status: 200,
        fields: 'none',
        guidance: 'Read it before the index.',
      },
    ],
    tool: { guidance: 'Call it before you ask for a list.' },
    handler: async (ctx) => ({ body: { count: ctx.catalogue.current().companies.length } }),
  });
`,
      );
      const index = `${src}/operations/index.ts`;
      copy.before(index, 'import { getAudit }', "import { countCompanies } from './agent/count-companies.ts';\n");
      copy.before(index, '  registerAgent,\n', '  countCompanies,\n');
    },
  },
  'Add a kind of letter': {
    names: [
      ...['domain/notice.ts', 'mail/letters/NAME-letter.ts', 'operations/outbox/letters.ts'],
      'doors/http/desk/letters/page.ts',
    ],
    follow() {
      copy.before(
        `${src}/domain/notice.ts`,
        '  /** The requested audit is published. */',
        "  welcome: { subject: 'audit', content: z.object({ audit_id }) },\n",
      );
      copy.write(
        `${src}/mail/letters/welcome-letter.ts`,
        `
  import { type Body, letter } from './body.ts';
  import { type Letter, type Occasion, oneLine } from './letter.ts';

  /** Welcomes a watcher. */
  export function welcomeLetter(about: Occasion & { company: string }): Letter {
    const company = oneLine(about.company, 80);
    const body: Body = {
      title: 'Welcome',
      paragraphs: [\`You watch \${company}.\`],
      facts: [],
      sections: [],
      links: [],
      why: 'You get this mail because you watch it.',
      unsubscribe_url: about.unsubscribe_url,
    };
    return letter(about, { subject: 'Welcome', body });
  }
`,
      );
      const writers = `${src}/operations/outbox/letters.ts`;
      copy.before(
        writers,
        'import { slugChangesBetween }',
        "import { welcomeLetter } from '../../mail/letters/welcome-letter.ts';\n",
      );
      copy.before(
        writers,
        '  declined: (about) =>',
        '  welcome: async (about, { audit }) => welcomeLetter({ ...about, company: (await audit(about.audit_id)).company }),\n',
      );
      copy.before(`${src}/doors/http/desk/letters/page.ts`, "  confirmation: 'confirm", "  welcome: 'welcome',\n");
      const watch = `${src}/operations/agent/watch-company.ts`;
      copy.before(watch, 'import { findRegistration', "import { insertNotice } from '../../store/notices.ts';\n");
      copy.before(
        watch,
        '    const known = await findWatch(',
        "    const ids = { notice_id: ctx.newId('ntc'), subject_id: audit_id, registration_id, audit_id };\n" +
          "    await insertNotice(tx, { ...ids, kind: 'welcome', publication: 0, created_at: wanted.watching_since });\n",
      );
    },
  },
  'Add a page or a form of the desk': {
    names: ['doors/http/desk/', 'doors/http/desk/site.ts', 'packages/service/test/world/desk/lived-in-desk.ts'],
    follow() {
      copy.write(
        `${src}/doors/http/desk/due/echo.ts`,
        `
  import { html } from 'ghtml';
  import type { DeskForm, DeskPage, Visit } from '../definition.ts';
  import { formStart } from '../parts.ts';

  const PATH = '/desk/echo';

  /** Shows a form. */
  export const echoPage: DeskPage = { path: PATH, nav: 'Echo', draw: async (visit) => draw(visit) };

  export const echoForm: DeskForm = {
    path: PATH,
    submit: async () => ({ see_other: PATH }),
    again: async (visit) => draw(visit),
  };

  const draw = (visit: Visit) => ({
    title: 'Echo',
    main: html\`<h1>Echo</h1>!\${formStart(visit, PATH)}<button>Go</button></form>\`,
  });
`,
      );
      const site = `${src}/doors/http/desk/site.ts`;
      copy.before(site, 'import { duePage }', "import { echoForm, echoPage } from './due/echo.ts';\n");
      copy.before(site, '  lettersPage,\n', '  echoPage,\n');
      copy.before(site, '  resendForm,\n', '  echoForm,\n');
      copy.before(
        'packages/service/test/world/desk/lived-in-desk.ts',
        "      '/desk/due'",
        "      '/desk/echo': '/desk/echo',\n",
      );
    },
  },
  'Add a language to a page': {
    names: ['texts.ts', 'doors/http/html/language.ts'],
    follow() {
      copy.before(`${src}/doors/http/html/language.ts`, "'de';", "'fr' | ");
      const texts = `${src}/doors/http/pages/status/texts.ts`;
      const [, english = ''] = /\n {2}en: (\{\n[\s\S]*?\n {2}\}),\n/.exec(copy.read(texts)) ?? [];
      copy.before(texts, '} satisfies', `  fr: ${english.replace("title: 'Status'", "title: 'État'")},\n`);
    },
  },
  'Add a setting': {
    names: ['settings.ts', 'docs/reference.md'],
    follow() {
      copy.before(
        `${src}/settings.ts`,
        '  FORMS_PER_CLIENT_PER_HOUR: {',
        "  COFFEES: {\n    default: '2',\n    unit: 'cups',\n    help: 'Cups a day.',\n    ...whole(0, 9),\n  },\n",
      );
      copy.before('docs/reference.md', '| `FORMS_PER_CLIENT_PER_HOUR`', '| `COFFEES` | `2` | cups | Cups a day. |\n');
    },
  },
  'Add an error': {
    names: ['domain/fault.ts', 'docs/reference.md'],
    follow() {
      copy.before(
        `${src}/domain/fault.ts`,
        '  method_not_allowed: {',
        "  teapot: { status: 418, title: 'A teapot', remedy: 'Ask a coffee pot.', tool_remedy: 'Ask a coffee pot.' },\n",
      );
      copy.before('docs/reference.md', '| `method_not_allowed`', '| `teapot` | 418 | A teapot | Ask a coffee pot. |\n');
    },
  },
  'Add a table or a column': {
    names: ['packages/service/migrations/NNNN-what.ts', 'store/tables.ts'],
    follow() {
      copy.write(
        'packages/service/migrations/9999-colours.ts',
        `
  import type { Kysely } from 'kysely';

  export async function up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('publications').addColumn('colour', 'text').execute();
  }
`,
      );
      copy.before(`${src}/store/tables.ts`, ' kind: string; at: string };', ' colour: string | null;');
    },
  },
  'Add a command': {
    names: ['cli/commands/NAME.ts', 'cli/program.ts', 'docs/reference.md', 'packages/service/test/cli/places.test.ts'],
    follow() {
      copy.write(
        `${src}/cli/commands/hours.ts`,
        `
  import type { Define } from '../define.ts';
  import { line } from '../output.ts';

  export function addHours(define: Define): void {
    define('hours', 'print when somebody is at the desk', ['hours'], async (_cli, output) => {
      output.result({ from: 9, to: 17 }, () => [line\`From 9 to 17.\`]);
      return 0;
    });
  }
`,
      );
      copy.before(
        `${src}/cli/program.ts`,
        '  settings: [',
        "  hours: [async () => (await import('./commands/hours.ts')).addHours],\n",
      );
      copy.before('docs/reference.md', '| `settings` |', '| `hours` | print when somebody is at the desk |\n');
    },
  },
  'Add a background job': {
    names: ['operations/jobs/', 'operations/worker.ts'],
    follow() {
      copy.write(
        `${src}/operations/jobs/note-hour.ts`,
        `
  import type { Context } from '../context.ts';

  /** Notes that an hour went by. */
  export async function noteHour({ log }: Pick<Context, 'log'>): Promise<void> {
    log.info('an hour went by');
  }
`,
      );
      const worker = `${src}/operations/worker.ts`;
      copy.before(worker, 'import { notifyOperators }', "import { noteHour } from './jobs/note-hour.ts';\n");
      copy.before(
        worker,
        "    { name: 'idle sessions'",
        "    { name: 'hours', every_ms: 3_600_000, run: () => noteHour(ctx) },\n",
      );
    },
  },
  'Add a public document': {
    names: ['catalogue/families/', 'catalogue/build-snapshot.ts', 'doors/http/discovery/openapi/documents.ts'],
    follow() {
      copy.write(
        `${src}/catalogue/families/greeting-document.ts`,
        `
  import { makeDocument } from '../../documents/document.ts';
  import type { DocumentFamily } from '../document-family.ts';
  import { JSON_TYPE } from './index-document.ts';

  const PATH = '/api/greeting.json';

  /** Greets whoever reads it. */
  export const greetingFamily = (modified: Date): DocumentFamily => ({
    on_demand: false,
    match: (path) =>
      path === PATH
        ? {
            content: greetingFamily,
            rank: 0,
            modified,
            make: () => makeDocument('{"hello":"reader"}', { content_type: JSON_TYPE, modified, scores: false }),
          }
        : undefined,
    all: () => [PATH],
  });
`,
      );
      const list = `${src}/catalogue/build-snapshot.ts`;
      copy.before(
        list,
        'import { indexFamily }',
        "import { greetingFamily } from './families/greeting-document.ts';\n",
      );
      copy.before(list, '      rubricFamily(rubrics', '      greetingFamily(modified),\n');
      copy.before(
        `${src}/doors/http/discovery/openapi/documents.ts`,
        "    '/api/audits/{slug}/history.json': read({",
        "    '/api/greeting.json': read({ id: 'get_greeting', summary: 'A greeting.', schema: { type: 'object' } }),\n",
      );
    },
  },
  'Add a feature': {
    names: ['features/NAME/', 'feature.ts', 'features.ts'],
    follow() {
      copy.write(
        `${src}/features/greetings/operations/note-greeting.ts`,
        `
  import type { Context } from '../../../operations/context.ts';

  /** Greets whoever reads the log. */
  export async function noteGreeting({ log }: Pick<Context, 'log'>): Promise<void> {
    log.info('good day');
  }
`,
      );
      copy.write(
        `${src}/features/greetings/feature.ts`,
        `
  import type { Feature } from '../../operations/context.ts';

  /** Greets whoever reads the log. */
  export const greetings: Feature = {
    name: 'greetings',
    jobs: [
      {
        name: 'greetings',
        every_ms: 3_600_000,
        run: async (ctx) => (await import('./operations/note-greeting.ts')).noteGreeting(ctx),
      },
    ],
  };
`,
      );
      const list = `${src}/features.ts`;
      copy.before(list, 'import { holders }', "import { greetings } from './features/greetings/feature.ts';\n");
      copy.before(list, 'holders, nodes', 'greetings, ');
    },
  },
  'Add a ruling': {
    names: ['docs/decisions/', 'npm run decisions', 'documents only'],
    follow() {
      copy.write(
        'docs/decisions/999-coffee.md',
        `# 999. Coffee

- Topic: operation
- Summary: There is coffee for whoever runs the service.
- Status: in force

**Question.** Is there coffee?

**Ruling.** There is.

**Why.** Whoever is awake reads the log.

**What would change it.** Tea.

Cited by: documents only, those about coffee.
`,
      );
    },
  },
  'Change how a criterion is scored': {
    names: ['packages/auditor/src/score/facts/', '.ladder', 'index.ts'],
    follow() {
      copy.write(
        'packages/auditor/src/score/facts/pages.ts',
        `
  import type { Fact } from '../fact.ts';
  import { finding } from '../finding.ts';

  export const pageFacts: Record<string, Fact> = {
    any_page: {
      about: 'Finds the first page that was read.',
      find: (site) => finding(site, { at: site.pages.slice(0, 1), searched: [], says: {} }),
    },
  };
`,
      );
      const index = 'packages/auditor/src/score/facts/index.ts';
      copy.before(index, 'import { plans }', "import { pageFacts } from './pages.ts';\n");
      copy.before(index, '  interfaceFacts,\n', '  pageFacts,\n');
      copy.before('packages/rubric/rubrics/v1/P5-D.ladder', '  service: is_service', '  page: any_page\n');
    },
  },
  'Add a rubric': {
    names: ['packages/rubric/rubrics/vN.json', 'packages/rubric/rubrics/vN/'],
    follow() {
      const criteria = [
        { id: 'P5-D', max: 3 },
        { id: 'P5-E', pillar: 'P5', name: 'Coffee', max: 2, description: 'There is coffee for those who wait.' },
      ];
      const rubric = { version: 'v3', extends: 'v2', record_label: 'v3 (22 criteria, 100 points)', criteria };
      copy.write('packages/rubric/rubrics/v3.json', JSON.stringify(rubric));
      const pays = copy
        .read('packages/rubric/rubrics/v1/P5-D.ladder')
        .split('\nrungs\n')[1]
        ?.split('\n\nevidence\n')[0];
      const three = pays?.split('\n  4: ')[0] ?? assert.fail('P5-D has rungs');
      copy.write(
        'packages/rubric/rubrics/v3/P5-D.ladder',
        `rungs\n${three}\n\nactions\n  0 to 2, Low: State what regular customers gain, in figures.\n`,
      );
      copy.write(
        'packages/rubric/rubrics/v3/P5-E.ladder',
        `question: Is there coffee?
gap: No coffee
facts
  page: any_page

rungs
  1: A page was read
    A page was read.
    when page
  2: It is a page of coffee
    A page of coffee was read.
    when page >= 2

evidence
  when page: {page.at} was read.
  when not page: {page.absence}.

actions
  0 to 1, Low: Offer coffee.
`,
      );
    },
  },
};

/** Recipes that are not followed here, and why. */
const others: Readonly<Record<string, string>> = {
  'Add a field to the audit record': 'records of the next format are made by packages/rubric/src/audit/format.test.ts',
  'Add an entity': 'it is made of other recipes',
  'Add a standard that is looked for': 'the laws of packages/auditor name what a row lacks',
  'Add a language to the auditor': 'the compiler names what a language lacks',
  'Calibrate the auditor': 'it changes nothing',
  'Add a dependency': 'it needs the registry',
};

describe('the recipes of CONTRIBUTING.md, followed in a copy', { timeout: timeLimit(240_000) }, () => {
  before(async () => {
    for (const { follow } of Object.values(recipes)) follow();
    // `npm run decisions`
    await run(process.execPath, [join(copy.folder, 'test/laws/decision-files.ts')], { cwd: copy.folder });
  });

  for (const [title, { names }] of Object.entries(recipes))
    test(`${title}: it names the files that are changed`, () => {
      const text = recipe(title);
      for (const name of names) assert.ok(text.includes(name), `${title} does not name ${name}`);
    });

  test('every recipe is followed here, or it is said why not', () => {
    const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split('\n## Recipes\n')[1] ?? '';
    const titles = Array.from(text.matchAll(/^### (.+?)(?: \(.+\))?$/gm), ([, title]) => title ?? '');
    const followed = Object.keys(recipes).map((title) => title.split(':')[0] ?? '');
    assert.deepEqual(titles.sort(), [...new Set([...followed, ...Object.keys(others)])].sort());
  });

  test('the copy compiles', async () => {
    const { code, out } = await run(tool('tsc'), ['-p', copy.folder, '--singleThreaded']);
    assert.equal(code, 0, out);
  });

  test('the copy keeps the laws', async () => {
    const laws = copy.files('{test,packages/*/test}/laws/*.test.ts').map((name) => join(copy.folder, name));
    const { code, out } = await run(process.execPath, ['--test', '--test-isolation=none', ...laws], {
      cwd: copy.folder,
    });
    assert.equal(code, 0, out);
  });

  test('the copy serves the pages, knows the rubric, migrates the column and does the operations', async () => {
    const data = join(copy.folder, 'data');
    const bin = join(copy.folder, 'bin/readymark.js');
    const service = await serving({ DATA_DIR: data, RUBRICS_PUBLISHABLE: 'v1,v3' }, [bin, 'serve', '--with-examples']);
    try {
      const page = await (await fetch(`${service.url}/imprint`)).text();
      assert.match(page, /A street\./);
      assert.match(page, /href="\/imprint"/);
      assert.match(await (await fetch(`${service.url}/imprint.md`)).text(), /^# Imprint/m);
      assert.match(await (await fetch(`${service.url}/sitemap.xml`)).text(), /\/imprint</);
      assert.match(await (await fetch(`${service.url}/api/rubrics/v3.json`)).text(), /"P5-E"/);
      assert.equal((await fetch(`${service.url}/api/desk/count-waiting`)).status, 401);
      assert.match(await (await fetch(`${service.url}/api/count-companies`)).text(), /^\{"count":[1-9]\d*\}$/);
      assert.match(await (await fetch(`${service.url}/openapi.json`)).text(), /get_company_count/);
      assert.match(await (await fetch(`${service.url}/problems`)).text(), /teapot/);
      assert.equal(await (await fetch(`${service.url}/api/greeting.json`)).text(), '{"hello":"reader"}');
      await until(() => /an hour went by/.test(service.out()) && /good day/.test(service.out()), 'both jobs run');
    } finally {
      await service.stop();
    }
    const settings = await run(process.execPath, [bin, 'settings'], { env: { COFFEES: '3', DATA_DIR: data } });
    assert.match(settings.out, /COFFEES/);
    const hours = await run(process.execPath, [bin, 'hours']);
    assert.equal(hours.out, 'From 9 to 17.\n');
    const sound = await run(process.execPath, [bin, 'doctor'], { env: { DATA_DIR: data } });
    assert.equal(sound.code, 0, sound.out);
  });
});
