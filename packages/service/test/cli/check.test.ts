import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { start } from '../../../../test/world/processes.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { bin, readymarkHere, temporaryFolder } from '../world/readymark.ts';

/** `check` while somebody writes: every save is seen, what follows is written, faults name the criterion (decision 32). */
const folder = temporaryFolder('readymark-check-');
const place = () => mkdtempSync(join(folder, 'x-'));
const audit = (slug: string, scores = 3) =>
  `${JSON.stringify(exampleAudit({ slug, company: slug, scores }), null, 2)}\n`;
const wrong = (slug: string) => audit(slug).replace('"overall_score": 60', '"overall_score": 61');

describe('check --watch', () => {
  const watching = (...paths: string[]) =>
    start(process.execPath, [bin, 'check', '--watch', ...paths], {
      env: { DATA_DIR: join(folder, 'none') },
      cwd: folder,
    });
  const times = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

  test('sees each save by renaming, by writing, and by removing and making anew, once', async () => {
    const file = join(place(), 'a.json');
    writeFileSync(file, audit('a'));
    const check = watching(file);
    await check.prints(/good a: 60/);
    const by_renaming = (text: string) => {
      writeFileSync(`${file}~`, text);
      renameSync(`${file}~`, file);
    };
    for (const [at, save] of [
      by_renaming,
      by_renaming,
      (text: string) => writeFileSync(file, text),
      (text: string) => {
        rmSync(file);
        writeFileSync(file, text);
      },
      by_renaming,
    ].entries()) {
      const scores = [4, 5, 1, 2, 0][at] ?? 0;
      save(audit('a', scores));
      await check.prints(new RegExp(`good a: ${scores * 20} of`));
    }
    writeFileSync(file, audit('end'));
    await check.prints(/good end/);
    assert.equal(times(check.out(), /^good /gm), 7, check.out());
    assert.deepEqual(await check.kill('SIGINT'), { code: 0, signal: null });
    assert.equal(check.err(), '');
  });

  test('of several files and a folder, that is also removed and made anew, names those that were saved', async () => {
    const [one, two] = [place(), join(place(), 'audits')];
    mkdirSync(two);
    for (const slug of ['a', 'b']) writeFileSync(join(one, `${slug}.json`), audit(slug));
    writeFileSync(join(two, 'c.json'), audit('c'));
    const check = watching(join(one, 'a.json'), join(one, 'b.json'), two);
    await check.prints(/good c: 60/);
    writeFileSync(join(one, 'b.json'), audit('b', 4));
    await check.prints(/good b: 80/);
    writeFileSync(join(two, 'd.json'), audit('d', 4));
    await check.prints(/good d: 80/);
    rmSync(two, { recursive: true });
    mkdirSync(two);
    writeFileSync(join(two, 'c.json'), audit('c', 5));
    await check.prints(/good c: 100/);
    assert.equal(times(check.out(), /^good a/gm), 1);
    assert.equal(check.err(), '');
    await check.kill('SIGTERM');
  });

  test('with --fix writes each time, and does not take that for a save', async () => {
    const file = join(place(), 'a.json');
    writeFileSync(file, wrong('a'));
    const check = watching('--fix', file);
    await check.prints(/good a: 60/);
    writeFileSync(file, wrong('b'));
    await check.prints(/good b: 60/);
    writeFileSync(file, audit('end'));
    await check.prints(/good end/);
    assert.equal(times(check.out(), /^fixed /gm), 2);
    assert.equal(times(check.out(), /^good /gm), 3);
    await check.kill('SIGTERM');
  });
});

describe('check --fix', () => {
  const check = (args: readonly string[], cwd: string) =>
    readymarkHere(['check', ...args], { DATA_DIR: join(cwd, 'none') }, { cwd });

  test('writes what follows into the file, keeps its layout and rights, and prints what it changed', async () => {
    const cwd = place();
    const text = wrong('a').replaceAll('\n', '\r\n').replaceAll('  ', '\t');
    writeFileSync(join(cwd, 'a.json'), text);
    chmodSync(join(cwd, 'a.json'), 0o640);
    if (process.getuid?.() === 0) chownSync(join(cwd, 'a.json'), 65_534, 65_534);
    const { uid } = statSync(join(cwd, 'a.json'));
    symlinkSync('a.json', join(cwd, 'link.json'));
    const { code, out } = await check(['--fix', 'link.json'], cwd);
    assert.equal(code, 0);
    assert.match(out, /^fixed link\.json\n {2}\$\.overall_score: 61 → 60\ngood a: 60 of 100/);
    assert.equal(readFileSync(join(cwd, 'a.json'), 'utf8'), text.replace('"overall_score": 61', '"overall_score": 60'));
    assert.equal(statSync(join(cwd, 'a.json')).mode & 0o777, 0o640);
    assert.equal(statSync(join(cwd, 'a.json')).uid, uid);
    assert.deepEqual(readdirSync(cwd).sort(), ['a.json', 'link.json']);
    assert.equal((await check(['--fix', 'a.json'], cwd)).out.split('\n').length, 2, 'nothing more to fix');
  });

  test('keeps rights that the mask of new files would take', async () => {
    const cwd = place();
    writeFileSync(join(cwd, 'a.json'), wrong('a'));
    chmodSync(join(cwd, 'a.json'), 0o666);
    assert.equal((await check(['--fix', 'a.json'], cwd)).code, 0);
    assert.equal(statSync(join(cwd, 'a.json')).mode & 0o777, 0o666);
  });

  test('leaves alone what is no audit, and says so', async () => {
    const cwd = place();
    const files = { 'package.json': '{"name": "x", "criteria": []}', 'text.json': 'not JSON', 'list.json': '[1,2]' };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const { code } = await check(['--fix', '.'], cwd);
    assert.equal(code, 1);
    for (const [name, text] of Object.entries(files)) assert.equal(readFileSync(join(cwd, name), 'utf8'), text);
  });

  test('needs files', async () => {
    for (const option of ['--fix', '--watch']) {
      const { code, err } = await check([option, '-'], place());
      assert.deepEqual([code, err], [1, '--watch and --fix need files: name them instead of -.\n']);
    }
  });
});

describe('check', () => {
  test('names criterion and pillar beside the path', async () => {
    const cwd = place();
    const record = exampleAudit();
    Object.assign(record.criteria[13] ?? {}, { score: 9 });
    Object.assign(record.pillars.P1 ?? {}, { score: 1 });
    writeFileSync(join(cwd, 'a.json'), JSON.stringify(record));
    const { code, err } = await readymarkHere(['check', 'a.json'], { DATA_DIR: join(cwd, 'none') }, { cwd });
    assert.equal(code, 1);
    assert.match(err, /^ {2}a\.json: P3-D [A-Z][\w -]+ \(\$\.criteria\[13\]\.score\) {2}score must be/m);
    assert.match(err, /^ {2}a\.json: P1 [A-Z][\w -]+ \(\$\.pillars\.P1\.score\) {2}score must be 15/m);
  });

  test('says of a draft in one line what is still to be written, and lists it whole for machines', async () => {
    const cwd = place();
    const env = { DATA_DIR: join(cwd, 'none') };
    const record = exampleAudit();
    for (const criterion of record.criteria) Object.assign(criterion, { score: null, evidence: null });
    writeFileSync(join(cwd, 'a.json'), JSON.stringify({ ...record, company: null, tier: 'Gold' }));
    const { err } = await readymarkHere(['check', 'a.json'], env, { cwd });
    const ids = record.criteria.map(({ id }) => id).join(', ');
    assert.match(err, new RegExp(`^ {2}a\\.json {2}still to be written: company; score and evidence of ${ids}$`, 'm'));
    assert.match(err, /^ {2}a\.json: \$\.tier {2}tier must be/m);
    assert.doesNotMatch(err, /found null/);
    const { faults } = JSON.parse((await readymarkHere(['check', '--json', 'a.json'], env, { cwd })).out);
    assert.ok(faults.length > 2 * record.criteria.length);
  });

  test('reads standard input as -', async () => {
    const cwd = place();
    for (const [text, code, said] of [
      [audit('piped'), 0, /^good piped: 60/],
      ['nonsense', 1, /standard input: \$/],
    ] as const) {
      const check = start(process.execPath, [bin, 'check', '-'], { env: { DATA_DIR: join(cwd, 'none') }, cwd });
      check.send(text);
      check.end();
      assert.equal((await check.exit).code, code);
      assert.match(check.out() + check.err(), said);
    }
  });

  test('does not read standard input without end', async () => {
    const cwd = place();
    const pipe = '{ head -c 100000000 /dev/zero && echo all of it was read >&2; } | "$0" "$1" check -';
    const check = start('sh', ['-c', pipe, process.execPath, bin], { env: { DATA_DIR: join(cwd, 'none') }, cwd });
    assert.equal((await check.exit).code, 1);
    assert.match(check.err(), /larger than 10 MiB/);
    assert.doesNotMatch(check.err(), /all of it was read/);
  });
});

test('an audit of a later day is wrong for check as it is for publish', async () => {
  const [later, good] = [join(place(), 'later.json'), join(place(), 'good.json')];
  const env = { DATA_DIR: join(folder, 'later') };
  assert.equal((await readymarkHere(['migrate'], env)).code, 0);
  writeFileSync(later, JSON.stringify(exampleAudit({ slug: 'later', audit_date: '2999-01-01' })));
  writeFileSync(good, audit('good'));
  const checked = await readymarkHere(['check', later, good], env);
  assert.deepEqual([checked.code, /good good: 60/.test(checked.out), checked.out.includes('later')], [1, true, false]);
  assert.match(checked.err, /audit_date must be .* an audit cannot be made in the future/);
  const published = await readymarkHere(['publish', later, '--dry-run'], env);
  assert.match(published.err, /audit_date must be .* an audit cannot be made in the future/);
});
