import { type SettingName, settingsTable } from '../../settings.ts';
import type { Define } from '../define.ts';
import { line } from '../output.ts';

export function addSettings(define: Define): void {
  define(
    'settings',
    'print every setting: name, current value, default, unit and meaning',
    ['settings', 'settings --json'],
    async (cli, output) => {
      const settings = cli.settings();
      const rows = (Object.keys(settingsTable) as SettingName[]).map((name) => {
        const { default: initial, unit, help, secret } = { secret: false, ...settingsTable[name] };
        const given = settings[name];
        const shown = Array.isArray(given)
          ? given.map((item) => (typeof item === 'string' ? item : item.name)).join(',')
          : String(given);
        return { name, value: secret && shown ? '(hidden)' : shown, default: initial, unit, help };
      });
      const { bold, dim } = output.colour;
      output.result(rows, () =>
        rows.flatMap(({ name, value, unit, help }) => [
          line`${bold(name)} ${value || '(unset)'} ${dim(unit)}`,
          `    ${help}`,
        ]),
      );
      return 0;
    },
  );
}
