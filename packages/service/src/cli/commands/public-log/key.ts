import { existsSync } from 'node:fs';
import { Refusal } from '@readymark/rubric/refusal';
import type { Define } from '../../define.ts';
import { line } from '../../output.ts';

export function addKey(define: Define): void {
  define(
    'key show',
    'show the signing key of the public log, whether this machine has it, and the former keys',
    ['key show', 'key show --json'],
    (cli, output) =>
      cli.withContext(async (ctx) => {
        const { showKeys } = await import('../../../operations/public-log/show-key.ts');
        const shown = await showKeys(ctx);
        const { keys, signed, file, here, witnesses } = shown;
        output.result(shown, () =>
          keys.length
            ? [
                ...keys.map(({ key, from, until }) =>
                  until === null
                    ? line`${output.colour.bold(key)}  signs since ${from}`
                    : line`${key}  signed from ${from} until ${until}`,
                ),
                line`${signed} entries are signed. ${here ? `The key is at ${file}.` : `It is not at ${file}: this machine serves the log and does not sign it.`}`,
                ...witnesses.map(({ name, size, failure }) =>
                  failure === null
                    ? line`${name} cosigned ${size} of them.`
                    : line`${output.colour.yellow(name)} cosigned ${size} of them, and not the last ones: ${failure}.`,
                ),
              ]
            : ['The log has no key yet; `readymark serve` makes it.'],
        );
        return 0;
      }),
  );

  define<{ newLog: boolean }>(
    'key rotate',
    'replace the signing key of the public log; the old key and the new one both sign its head',
    ['key rotate', 'key rotate --new-log'],
    (cli, output, { newLog }) =>
      cli.withContext(async (ctx) => {
        const { rotateKey } = await import('../../../operations/public-log/rotate-key.ts');
        const rotated = await rotateKey(ctx, { new_log: newLog });
        const { key, former, origin, size } = rotated;
        output.result(rotated, () => [
          line`${output.colour.green('rotated')} ${key} signs ${origin} from now on, and has signed its ${size} entries.`,
          newLog
            ? line`The log of ${former} ended. Say so where you published that key, and publish the new one.`
            : line`${former} signed them too, so who trusts it can trust the new one. Publish the new one where you published it.`,
          line`The new key is at ${ctx.signer.file}. Other nodes that sign need it too.`,
        ]);
        return 0;
      }),
  ).option('--new-log', 'begin a log with another name, if the key or the newest database is lost', false);

  define<{ key?: string; tree?: string }>(
    'key resume',
    'declare this database the newest of its log, if the file that records the last signature is lost',
    ['key resume', 'key resume --key /backups/signing-key', 'key resume --tree /var/cache/readymark/site'],
    (cli, output, { key, tree }) =>
      cli.withContext(async (ctx) => {
        const { resumeLog } = await import('../../../operations/public-log/resume-log.ts');
        const { adoptKey } = await import('../../../store/public-log/key-file.ts');
        if (key !== undefined && !existsSync(key)) throw new Refusal(`There is no file ${key}.`);
        if (key !== undefined) adoptKey(key, ctx.signer.file);
        const resumed = await resumeLog(ctx, tree);
        output.result(resumed, () => [
          line`${output.colour.green('resumed')} ${resumed.origin} goes on from its ${resumed.size} signed entries.`,
        ]);
        return 0;
      }),
  )
    .option('--key <file>', 'a copy of the signing key, which is put in its place where there is none')
    .option('--tree <folder>', 'an exported tree; refused if it has more entries than the database');
}
