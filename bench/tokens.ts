import { defaultFigures, leanFigures } from './tokens/answers.ts';
import { before, measured_at } from './tokens/before.ts';
import { documentFigures, type Figure, toolFigures } from './tokens/figures.ts';
import { type Cost, doTasks, tasks } from './tokens/tasks.ts';
import { startWorld } from './tokens/world.ts';

/**
 * What agents read, in tokens of o200k_base: documents, the list of tools, default and lean answers, and four tasks from
 * the first call to the answer, on the running service.
 *
 * `npm run bench tokens [--json]`
 */
const failures: string[] = [];
const failed = (what: string, why: string) => void failures.push(`${what}: ${why}`);

const world = await startWorld();
const many = await startWorld(300);
const figures: Readonly<Record<string, readonly Figure[]>> = {
  Document: await documentFigures(world, many),
  'Tool server': await toolFigures(world),
  'Answer to a call without options': await defaultFigures(world, many),
  'Lean answer': await leanFigures(world, many, failed),
};
const costs = await doTasks(world, failed);
await world.stop();
await many.stop();

if (process.argv.includes('--json')) console.log(JSON.stringify({ figures, costs, failures }, undefined, 2));
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

  function taskRow({ task, way, long, calls, read, written, companies }: Cost): string[] {
    const { title = '', calls: most = Number.POSITIVE_INFINITY, tokens = 0, per_company } = tasks[task] ?? {};
    const per = (many = Number.NaN) => Math.ceil(read / many);
    const paid = per_company ? per(companies?.watched) : read;
    const aim = `${Number.isFinite(most) ? `${most} calls, ` : ''}${number(tokens)}`;
    const known = before.costs[`${task} ${way}`];
    return [
      `${task} ${title}, ${way}`,
      number(calls),
      number(read),
      number(written),
      per_company ? `${number(paid)} / ${number(per(companies?.moved))}` : '',
      known ? known.map(number).join(', ') : '–',
      failures.some((line) => line.startsWith(`task ${task}, ${way}:`))
        ? 'fails'
        : long
          ? ''
          : `${aim}${calls <= most && paid <= tokens ? '' : ', missed'}`,
    ];
  }
}
