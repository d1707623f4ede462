import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { API } from 'typescript/unstable/sync';
import { root } from '../../../../test/laws/project.ts';
import { openStore } from '../../src/store/engine/engine.ts';
import { migrate } from '../../src/store/upkeep/migrate.ts';

/** The type of each column by table, such as `string | null`. */
type Columns = Record<string, Record<string, string>>;

const folder = mkdtempSync(join(tmpdir(), 'readymark-columns-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** As the migrations make them, in SQLite; one file of migrations serves both engines. */
async function migrated(): Promise<Columns> {
  const store = openStore({ database_url: '', file: join(folder, 'readymark.db'), timeout: 10 });
  await migrate(store);
  const { rows } = await sql<{ table: string; column: string; type: string; required: number }>`
    select t.name as "table", c.name as "column", lower(c.type) as type, c."notnull" or c.pk as required
    from sqlite_schema t, pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite_%' and t.name not like 'kysely_%'`.execute(store.db);
  await store.close();
  const found: Columns = {};
  for (const { table, column, type, required } of rows) {
    const value = type === 'integer' ? 'number' : type === 'blob' ? 'Uint8Array' : 'string';
    found[table] = { ...found[table], [column]: required ? value : `${value} | null` };
  }
  return found;
}

/** As the type `Tables` says. */
function typed(): Columns {
  const files = globSync('packages/service/src/**/*.ts', { cwd: root })
    .map((name) => join(root, name))
    .filter((name) => /^ *(export )?interface Tables /m.test(readFileSync(name, 'utf8')));
  const [file, ...others] = files.filter((name) => /^export interface Tables /m.test(readFileSync(name, 'utf8')));
  assert.ok(file && !others.length, 'Tables begins in one file, to which others add');
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.json'), include: [], files }));
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProjects()[0];
    assert.ok(project);
    const { checker, program } = project;
    const source = program.getSourceFile(file);
    assert.ok(source);
    const tables = checker.getTypeAtPosition(
      file,
      source.text.indexOf('export interface Tables') + 'export interface '.length,
    );
    assert.ok(tables);
    const membersOf = (type: typeof tables) =>
      checker.getPropertiesOfType(type).map((symbol) => {
        const member = checker.getTypeOfSymbol(symbol);
        assert.ok(member, symbol.name);
        return { name: symbol.name, type: member };
      });
    return Object.fromEntries(
      membersOf(tables).map(({ name, type }) => [
        name,
        Object.fromEntries(membersOf(type).map((column) => [column.name, checker.typeToString(column.type)])),
      ]),
    );
  } finally {
    api.close();
  }
}

test('every column that is migrated is in the typed tables, with its type, and the other way round', async () => {
  const [types, columns] = [typed(), await migrated()];
  assert.deepEqual(Object.keys(types).sort(), Object.keys(columns).sort());
  for (const [table, row] of Object.entries(columns)) {
    const byName = (given: Record<string, string> = {}) => Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1));
    assert.deepEqual(byName(types[table]), byName(row), table);
  }
});
