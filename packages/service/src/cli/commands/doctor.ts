import { join } from 'node:path';
import type { Define } from '../define.ts';
import { line } from '../output.ts';

/** Blobs that are read: each costs a request where they are in a store. */
const BLOBS_READ = 200;

export function addDoctor(define: Define): void {
  define<{ allBlobs: boolean }>(
    'doctor',
    'check the database: the file, migrations, every audit against its rubric, every derived value; changes nothing',
    ['doctor', 'doctor --json', 'doctor --all-blobs'],
    async (cli, output, { allBlobs }) => {
      const { readRubrics } = await import('@readymark/rubric/read-rubrics');
      const { openStore } = await import('../../store/engine/engine.ts');
      const { runDoctor } = await import('../../store/upkeep/doctor.ts');
      const { brokenHistory } = await import('../../operations/signing/signed-history.ts');
      const { signingKeyFile } = await import('../../operations/signing/key-place.ts');
      const { auditsAfter } = await import('../../store/audits.ts');
      const { markOf } = await import('../../store/public-log/mark.ts');
      const { FINDINGS_MAX } = await import('../../store/upkeep/doctor-checks.ts');
      const { compareBoard } = await import('../../catalogue/saved/compare-board.ts');
      const { BOARDS_FOLDER, boardKey } = await import('../../catalogue/saved/saved-board.ts');
      const { RECORD_FORMAT } = await import('@readymark/rubric/audit/format');
      const { version } = await import('../../settings.ts');
      const { checkBlobBytes, checkBlobNames } = await import('../../store/blobs/check-blobs.ts');
      const checks_of_features = await Promise.all(cli.features.map(({ doctor }) => doctor?.() ?? []));
      const settings = cli.settings();
      const { DATABASE_URL: database_url, DATA_DIR } = settings;
      const file = join(DATA_DIR, 'readymark.db');
      const store = openStore({ database_url, file, existing: true, connections: 1, timeout: 0 });
      const blobs = await cli.openBlobs(settings);
      const bar = output.progress('audits');
      try {
        const signed = async () => {
          const broken = await brokenHistory(store.db, signingKeyFile(settings));
          const check = 'the database continues what was signed, and is signed';
          return { check, rows: 1, findings: broken ? [broken.why] : [] };
        };
        const saved = async () => {
          const check = 'what the last run left for the next start is what is in the database';
          const source = {
            after: (place: { publication: number; audit_id: string }, limit: number, until: number) =>
              auditsAfter(store.db, place, limit, until),
            mark: (publication: number) => markOf(store.db, publication),
          };
          const folder = join(DATA_DIR, BOARDS_FOLDER);
          return { check, ...(await compareBoard(folder, boardKey(version, RECORD_FORMAT), source, FINDINGS_MAX)) };
        };
        const from = Buffer.from(await cli.random(32)).toString('hex');
        const sample = allBlobs ? undefined : { from, most: BLOBS_READ };
        const of_blobs = [
          () => checkBlobNames(store, FINDINGS_MAX),
          () => checkBlobBytes(store, blobs, sample, FINDINGS_MAX),
        ];
        const more = [...of_blobs, ...checks_of_features.flat(), signed, saved];
        const checks = await runDoctor(store, readRubrics(), bar.at, more, blobs);
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
        await blobs?.close();
      }
    },
  ).option('--all-blobs', `read every blob, instead of a random ${BLOBS_READ}`, false);
}
