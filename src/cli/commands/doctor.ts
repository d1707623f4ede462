import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRubrics } from '../../catalogue/rubrics.ts';
import { Refusal } from '../../domain/refusal.ts';
import { openStore } from '../../store/engine/engine.ts';
import { runDoctor } from '../../store/upkeep/doctor.ts';
import type { Define } from '../define.ts';
import { line } from '../output.ts';

export function addDoctor(define: Define): void {
  define(
    'doctor',
    'check the database: the file, migrations, every audit against its rubric, every derived value; changes nothing',
    ['doctor', 'doctor --json'],
    async (cli, output) => {
      const { DATABASE_URL: database_url, DATA_DIR } = cli.settings();
      const file = join(DATA_DIR, 'readymark.db');
      if (!database_url && !existsSync(file)) throw new Refusal(`There is no database at ${file}; check DATA_DIR.`);
      const store = openStore({ database_url, file, connections: 1, timeout: 0 });
      const bar = output.progress('audits');
      try {
        const checks = await runDoctor(store, readRubrics(), bar.at);
        bar.end();
        const sound = checks.every(({ findings }) => findings.length === 0);
        const { green, red } = output.colour;
        output.result({ sound, checks }, () => [
          ...checks.flatMap(({ check, rows, findings }) => [
            line`${findings.length ? red('wrong') : green('sound')}  ${check} (${rows} checked)`,
            ...findings.map((finding) => `         ${finding}`),
          ]),
          sound ? 'No problems found.' : 'There are problems; docs/deploying.md says what to do.',
        ]);
        return sound ? 0 : 1;
      } finally {
        await store.close();
      }
    },
  );
}
