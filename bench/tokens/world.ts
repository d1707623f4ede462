import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Audit, reauditDue, sourceFile } from '../../packages/rubric/src/audit/audit.ts';
import { tierOf } from '../../packages/rubric/src/rubric.ts';
import { v1 } from '../../packages/rubric/test/example-audit.ts';
import { type Called, call } from '../../packages/service/test/world/call.ts';
import { bin, type Publisher, serving, startPublisher } from '../../packages/service/test/world/readymark.ts';
import { until } from '../../test/world/wait.ts';

/** The service with the fictional companies of `examples/`, in a process of its own, and who publishes there. */
export type World = {
  url: string;
  publisher: Publisher;
  /** The record of a company, not counted. */
  record(slug: string): Promise<Audit & { rank: number }>;
  /** Slugs of all companies, best first. */
  slugs: readonly string[];
  stop(): Promise<void>;
};

/** The address in documents and answers: the same in every run, wherever the service listens. */
const BASE_URL = 'http://localhost:8080';

/** @param more synthetic companies beside the examples, which stay listed */
export async function startWorld(more = 0): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-tokens-'));
  const place = { DATA_DIR: folder };
  const service = await serving({ ...place, BASE_URL }, [bin, 'serve', '--with-examples']);
  const publisher = await startPublisher(place);
  const listed = async () => (await call(service.url, 'GET', '/api/audits/index.json')).json;
  const { count } = await listed();
  if (more > 0) {
    await publisher.publish({ synthetic: { from: 0, to: more, round: 0 }, keep_examples: true });
    await until(async () => (await listed()).count === count + more, 'the synthetic companies are listed');
  }
  const { audits } = await listed();
  return {
    url: service.url,
    publisher,
    record: async (slug) => (await call(service.url, 'GET', `/api/audits/${slug}.json`)).json,
    slugs: audits.map((entry: { slug: string }) => entry.slug),
    async stop() {
      await service.stop();
      await publisher.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One criterion that a re-audit moved. */
export type Move = { id: string; from: number; to: number };
export type Reaudit = { slug: string; moved: readonly Move[]; score_then: number; score_now: number };

/**
 * Publishes a re-audit of each company, dated today, and waits until all are public: two criteria gain up to two points,
 * one loses a point.
 */
export async function reaudit(world: World, slugs: readonly string[]): Promise<readonly Reaudit[]> {
  const audit_date = new Date().toISOString().slice(0, 10);
  const done: Reaudit[] = [];
  const audits: Audit[] = [];
  for (const slug of slugs) {
    const { rank: _, ...audit } = await world.record(slug);
    assert.ok(audit.audit_date < audit_date, `${slug} was audited before today`);
    const score_then = audit.overall_score;
    const moved = movesOf(audit);
    for (const { id, to } of moved) for (const one of audit.criteria) if (one.id === id) one.score = to;
    for (const [id, pillar] of Object.entries(audit.pillars)) {
      const own = audit.criteria.filter((one) => one.pillar === id);
      pillar.score = own.reduce((sum, { score }) => sum + score, 0);
    }
    audit.overall_score = Object.values(audit.pillars).reduce((sum, { score }) => sum + score, 0);
    const tier = tierOf(v1, audit.overall_score);
    for (const action of audit.priority_actions) {
      const { score = 0, max = 0 } = audit.pillars[action.pillar] ?? {};
      action.points_gain = Math.min(action.points_gain, max - score);
    }
    Object.assign(audit, {
      audit_date,
      reaudit_due: reauditDue(audit_date, v1.staleness_days),
      tier: tier.name,
      tier_as_published: tier.code,
      source_file: sourceFile(slug, audit_date),
    });
    audits.push(audit);
    done.push({ slug, moved, score_then, score_now: audit.overall_score });
  }
  await world.publisher.publish({ audits });
  for (const { slug } of done)
    await until(async () => (await world.record(slug)).audit_date === audit_date, `the new audit of ${slug} is public`);
  return done;
}

function movesOf({ criteria }: Audit): Move[] {
  const gains = criteria.filter(({ score, max }) => score < max).slice(0, 2);
  const loss = criteria.findLast((one) => one.score > 0 && !gains.includes(one));
  return criteria.flatMap((one) => {
    const { id, score: from, max } = one;
    if (gains.includes(one)) return [{ id, from, to: Math.min(max, from + 2) }];
    return one === loss ? [{ id, from, to: from - 1 }] : [];
  });
}

/** The body of a reply that must be a success. */
export function bodyOf({ status, json, text }: Called): Called['json'] {
  assert.ok(status < 300, `${status} ${json?.message ?? text.slice(0, 160)}`);
  return json;
}

/** What an error says, without its stack and without a comparison of values. */
export const firstLine = ({ message }: Error): string => message.split('\n', 1)[0] ?? '';
