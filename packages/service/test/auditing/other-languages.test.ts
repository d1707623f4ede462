import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import { checkAudit } from '@readymark/rubric/audit/check';
import { inClosedWorld } from '../../../../test/world/closed-world.ts';
import { rubrics } from '../../../rubric/test/example-audit.ts';
import { receipts } from '../../src/domain/auditing/receipts.ts';
import { plain } from '../world/desk/plain-browser.ts';
import { firms } from '../world/network/invented-firms.ts';
import { program } from '../world/readymark.ts';
import type { InventedFirm } from '../world/sites/invented-firm.ts';

/**
 * A workshop in German, two holiday houses in French and a local trade in English, each from an agent's request to its published
 * audit: the real agent visits them, and an operator confirms every criterion at the desk with the forms of its pages.
 */
type Criterion = { id: string; score: number; max: number; evidence: string };
type Finding = { title: string; detail: string };
type Walked = {
  company: string;
  /** The status of the answer to the request. */
  requested: number;
  /** What the review says is open after all was confirmed. */
  left: string;
  draft: { criteria: Criterion[] };
  record: { slug: string; rank: number; overall_score: number; criteria: Criterion[]; critical_gaps: Finding[] };
  receipts: unknown;
  page: string;
  status: string;
};

let walked: Walked[] = [];
let log: readonly Record<string, unknown>[] = [];
let missing: string | undefined;
before(async () => {
  const extra = [join(import.meta.dirname, '../world/network/invented-firms.ts')];
  const ran = await inClosedWorld(program('desk-forms-walk'), [], { extra });
  if (typeof ran === 'string') {
    missing = ran;
    return;
  }
  assert.equal(ran.code, 0, ran.err);
  walked = JSON.parse(ran.out);
  log = ran.log;
});

const walking = (name: string, check: () => void) =>
  test(name, (t: TestContext) => (missing === undefined ? check() : t.skip(missing)));

/** What a page says, as text. */
const textOf = (html: string) =>
  plain(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
/** The cells of each table of a page; the first row has the headings. */
const tablesOf = (html: string): string[][][] =>
  [...html.matchAll(/<table.*?<\/table>/gs)].map(([table]) =>
    [...table.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textOf(cell)),
    ),
  );
/** The rows of a table as a draft prints them: `Plan: Solo; Projects: 5`. */
const headedRowsOf = (html: string): string[] =>
  tablesOf(html).flatMap(([headings = [], ...rows]) =>
    rows.map((row) => row.map((cell, at) => (headings[at] ? `${headings[at]}: ${cell}` : cell)).join('; ')),
  );
/** Quotations that are sentences or rows, and no names of links. */
const quotesIn = (evidence: string) => [...evidence.matchAll(/"([^"]{20,})"/g)].map(([, words = '']) => words);

for (const firm of firms) {
  const { company, host, language_name, pages, scores, not_absent } = firm;
  const found = (): Walked => walked.find((one) => one.company === company) ?? assert.fail(company);
  const criterion = (id: string): Criterion =>
    found().record.criteria.find((one) => one.id === id) ?? assert.fail(`no ${id}`);

  describe(`${company} (${host})`, () => {
    walking('goes from the request to a public record, which is the draft that was confirmed', () => {
      const { requested, left, status, draft, record, page, receipts: shown } = found();
      assert.deepEqual([requested, left, status], [201, 'Nothing needs you any more', 'completed']);
      const { rank, ...audit } = record;
      assert.ok(rank >= 1 && 'audit' in checkAudit(audit, rubrics));
      assert.deepEqual(record.criteria, draft.criteria);
      assert.ok(page.includes(`${record.overall_score}`) && textOf(page).includes(company));
      assert.ok(
        receipts.parse(shown).criteria.every(({ reviewed, sources }) => reviewed && sources.length > 0),
        'each criterion was confirmed, and has its sources',
      );
    });

    walking('has the points that a careful reader gave, give or take one', () => {
      assert.ok(Object.keys(scores).length >= 6);
      const far = Object.entries(scores)
        .filter(([id, given]) => Math.abs(criterion(id).score - given) > 1)
        .map(([id, given]) => `${id}: ${criterion(id).score} for ${given}, ${criterion(id).evidence}`);
      assert.deepEqual(far, []);
    });

    walking('is quoted in its own sentences', () => {
      const own = Object.values(pages).flatMap(([title, description, body]) => [
        textOf(`${title} ${description} ${body}`),
        ...headedRowsOf(body),
      ]);
      const quoted = found().record.criteria.flatMap(({ id, evidence }) =>
        quotesIn(evidence).map((one) => ({ id, one })),
      );
      assert.ok(quoted.length >= 1, `${quoted.length} quotations`);
      for (const { id, one } of quoted) {
        const words = one.replace(/\s*…$/, '');
        assert.ok(
          own.some((text) => text.includes(words)),
          `${id} quotes "${one}"`,
        );
      }
    });

    walking('states the prices that it has, and no others', () => {
      const [, stated = ''] = /^Delivered text states ([^(]*) \(/.exec(criterion('P1-B').evidence) ?? [];
      const amounts = stated.match(/\d+/g) ?? [];
      assert.ok(amounts.length >= 3, criterion('P1-B').evidence);
      const more = / and (\d+) more$/.exec(stated)?.[1];
      for (const amount of amounts.filter((one) => one !== more))
        assert.match(Object.values(pages).join(' '), new RegExp(`£${amount}\\b|\\b${amount} €`), stated);
    });

    walking('is not called silent on what it says', () => {
      for (const [id, denial] of not_absent) assert.doesNotMatch(criterion(id).evidence, denial, id);
    });

    if (language_name !== undefined)
      walking(
        `is told which pages were not judged, as they are in ${language_name}, and is denied nothing in words`,
        () => {
          const words = found().record.criteria.filter(({ id }) => /^(?:P2|P3|P4|P5)/.test(id));
          const unread = `Not judged: these pages are in ${language_name} (/, `;
          const not_judged = words.filter(({ evidence }) => /^Not (?:judged|confirmed): /.test(evidence));
          assert.ok(not_judged.length >= 3, `${not_judged.length} criteria`);
          for (const { id, score, evidence } of not_judged) {
            // What is likely moves the proposal: then a person is told where to read, in any language.
            if (/^Not confirmed: what is said at \/[^;]* may be about it/.test(evidence)) continue;
            assert.ok(evidence.startsWith(unread), `${id}: ${evidence}`);
            assert.ok(score <= 1, `${id} has ${score} points`);
          }
          for (const { id, evidence } of words)
            assert.doesNotMatch(
              evidence.replaceAll(/"[^"]*"/g, ''),
              /\bNo (?:account|log|changelog|integration|customer|status page|exclusion|condition|rule|form)|Nothing (?:is said|to choose)/,
              id,
            );
        },
      );
  });
}

walking('each site was visited by the agent alone, under its own name', () => {
  const hosts = new Set(firms.map(({ host }: InventedFirm) => host));
  const visits = log.filter(({ kind, host }) => kind === 'http' && hosts.has(String(host)));
  assert.deepEqual(new Set(visits.map(({ host }) => host)), hosts);
  for (const { user_agent, method } of visits) {
    assert.match(String(user_agent), /AgentReadinessAuditor/);
    assert.equal(method, 'GET', 'nothing is posted to a firm');
  }
});
