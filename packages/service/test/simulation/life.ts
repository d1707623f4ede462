import { Fault } from '../../src/domain/fault.ts';
import { tickWith } from '../../src/operations/worker.ts';
import { outageReason } from '../../src/store/engine/outage.ts';
import type { Engine } from '../world/service.ts';
import { actors } from './actors.ts';
import { brokenInvariants, unsent } from './invariants.ts';
import { openWorld } from './open-world.ts';
import { overlapped } from './overlapping.ts';
import { cutPower } from './power.ts';
import { keepOrRestore } from './restoring.ts';
import { anyFault } from './store.ts';
import type { Actor, Node, World } from './world.ts';

/** How a life ended. `broken` is empty where every invariant held. */
export type Ended = { seed: number; steps: number; trace: string; broken: readonly string[] };

const YEAR_MS = 365 * 86_400_000;
/** Steps between two looks at all invariants. */
const LOOK_STEPS = 100;
const often = actors.flatMap(([name, weight, actor]) => Array<[string, Actor]>(weight).fill([name, actor]));

/** Lives one life of the service, which its seed determines, and ends at the first broken invariant. */
export async function live(seed: number, years: number, engine: Engine = 'sqlite'): Promise<Ended> {
  const world = await openWorld(seed, engine);
  let steps = 0;
  try {
    const end = world.clock.now().getTime() + years * YEAR_MS;
    let broken: readonly string[] = [];
    while (!broken.length && world.clock.now().getTime() < end) {
      steps += 1;
      await step(world, steps);
      if (world.wrong.length || steps % LOOK_STEPS === 0) broken = await look(world);
    }
    world.mail.faulty = false;
    if (!broken.length) broken = [...(await look(world)), ...(await unsent(world))];
    return { seed, steps, trace: world.trace.digest('hex'), broken };
  } catch (error) {
    // A process that cannot start, for one.
    return { seed, steps, trace: '', broken: [String(error), String(error instanceof Error && error.stack)] };
  } finally {
    await world.close();
  }
}

/** Time passes, somebody calls one process, and one does what follows. */
async function step(world: World, number: number): Promise<void> {
  const { chance, clock, clocks, nodes, trace } = world;
  // From seconds to days.
  clock.advance(Math.floor(1_000 * 10 ** (chance.next() * 5)));
  clocks.disturb();
  const node = chance.pick(nodes) as Node;
  const [name, actor] = chance.pick(often) as [string, Actor];
  if (chance.one(10))
    Object.assign(node.fate, { moments: chance.int(chance.one(2) ? 20 : 120), kind: anyFault(chance) });
  const call = actor(world, node).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'internal' && !node.fate.dead) world.wrong.push(`${name} failed: ${error.cause}`);
    return error.code;
  });
  const result = await overlapped(world, node, call, (other) => follow(world, other));
  trace.update(`${number} ${clock.now().toISOString()} ${node.name} ${name} ${result}\n`);
  await follow(world, node);
  if (chance.one(3)) await follow(world, chance.pick(nodes) as Node);
  await settleDoubts(world);
  // PostgreSQL has tools of its own, and pages of its own.
  if (world.store.engine !== 'sqlite') return;
  for (const happens of [keepOrRestore, cutPower]) {
    const done = await happens(world);
    if (done) trace.update(`${number} ${done}\n`);
  }
}

async function follow({ mail, restart }: World, node: Node): Promise<void> {
  const before = mail.accepted.length;
  await tickWith(node.jobs).catch((error: unknown) => {
    // The next tick does what a lost connection kept from this one.
    if (outageReason(error) === undefined) throw error;
  });
  if (!node.fate.dead) return;
  // It died before it could note what was accepted.
  for (const accepted of mail.accepted.slice(before)) accepted.known = false;
  await restart(node);
}

/** Who got no answer looks. */
async function settleDoubts({ store, book }: World): Promise<void> {
  for (const slug of book.in_doubt) {
    const row = await store.db
      .selectFrom('audits')
      .select(['audit_date', 'overall_score'])
      .where('slug', '=', slug)
      .where('replaced_at', 'is', null)
      .orderBy('audit_date', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row) book.listed.set(slug, row);
    else book.listed.delete(slug);
    if (row) book.retracted.delete(slug);
    else if (book.ever_retracted.has(slug)) book.retracted.add(slug);
  }
  book.in_doubt.clear();
}

/** Lets every process do all that is due, a day long, and looks at all invariants. */
async function look(world: World): Promise<string[]> {
  for (const node of world.nodes) Object.assign(node.fate, { moments: undefined });
  world.clocks.putRight();
  world.mail.shaking = false;
  if (world.witness) world.witness.faulty = false;
  for (let hour = 0; hour < 30; hour += 6) {
    for (const node of world.nodes) await follow(world, node);
    world.clock.advance(6 * 3_600_000);
  }
  for (const node of world.nodes) await follow(world, node);
  world.mail.shaking = true;
  if (world.witness) world.witness.faulty = true;
  return brokenInvariants(world);
}
