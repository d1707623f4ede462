import { parseArgs } from 'node:util';
import { defaultFigures, leanFigures } from './tokens/answers.ts';
import { before, measured_at } from './tokens/before.ts';
import { documentFigures, type Figure, toolFigures } from './tokens/figures.ts';
import { type Cost, doTasks, tasks } from './tokens/tasks.ts';
import { startWorld } from './tokens/world.ts';

/**
 * What agents read, in tokens of o200k_base: documents, the list of tools, default and lean answers, and four tasks from
 * the first call to the answer, on the running service.
 *
 * `npm run bench tokens [COMPANIES] [--json]`: 300 synthetic companies beside the examples, at least 100.
 */
const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const failures: string[] = [];
const failed = (what: string, why: string) => void failures.push(`${what}: ${why}`);

const world = await startWorld();
const many = await startWorld(Number(positionals[0] ?? 300));
const figures: Readonly<Record<string, readonly Figure[]>> = {
  Document: await documentFigures(world, many),
  'Tool server': await toolFigures(world),
  'Answer to a call without options': await defaultFigures(world, many),
  'Lean answer': await leanFigures(world, many, failed),
};
const costs = await doTasks(world, failed);
await world.stop();
await many.stop();

const missed = [
  ...Object.values(figures).flatMap((rows) => rows.filter(({ tokens, aim }) => aim && !(tokens <= aim))),
  ...costs.filter(missesAim).map(({ task, way }) => ({ what: `${task} ${tasks[task]?.title}, ${way}` })),
].map(({ what }) => what);

if (values.json) console.log(JSON.stringify({ figures, costs, failures, missed }, undefined, 2));
else print();

function print(): void {
  const number = (value: number | undefined) =>
    value === undefined ? '–' : Number.isNaN(value) ? 'fails' : value.toLocaleString('en');
  const against = (value: number, aim: number | undefined) =>
    aim === undefined ? '' : `${number(aim)}${value <= aim ? '' : ', missed'}`;
  console.log(`Before: commit ${measured_at}. Tokens of o200k_base.`);
  for (const [name, rows] of Object.entries(figures)) {
    console.log(`\n| ${name} | before | now | aim | bytes |\n|---|---:|---:|---:|---:|`);
    for (const { what, tokens, bytes, aim } of rows)
      console.log(
        `| ${what} | ${number(before.figures[what])} | ${number(tokens)} | ${against(tokens, aim)} | ${number(bytes)} |`,
      );
  }
  console.log('\n| Task | calls | read | written | per company watched / moved | before: calls, read, written | aim |');
  console.log('|---|---:|---:|---:|---:|---|---|');
  for (const cost of costs) console.log(`| ${taskRow(cost).join(' | ')} |`);
  if (failures.length) console.log(`\nNot answered as asked:\n${failures.map((line) => `- ${line}`).join('\n')}`);

  function taskRow(cost: Cost): string[] {
    const { task, way, long, calls, read, written, companies } = cost;
    const { title = '', calls: most, tokens = 0, per_company } = tasks[task] ?? {};
    const per = (many = Number.NaN) => Math.ceil(read / many);
    const known = before.costs[`${task} ${way}`];
    const aim = `${most === undefined ? '' : `${most} calls, `}${number(tokens)}${missesAim(cost) ? ', missed' : ''}`;
    return [
      `${task} ${title}, ${way}`,
      number(calls),
      number(read),
      number(written),
      per_company ? `${number(per(companies?.watched))} / ${number(per(companies?.moved))}` : '',
      known ? known.map(number).join(', ') : '–',
      failures.some((line) => line.startsWith(`task ${task}, ${way}:`)) ? 'fails' : long ? '' : aim,
    ];
  }
}

/** Whether a way of doing a task takes more calls or tokens than it should. */
function missesAim({ task, long, calls, read, companies }: Cost): boolean {
  const { calls: most = Number.POSITIVE_INFINITY, tokens = 0, per_company } = tasks[task] ?? {};
  const paid = per_company ? Math.ceil(read / (companies?.watched ?? Number.NaN)) : read;
  return !long && !(calls <= most && paid <= tokens);
}
