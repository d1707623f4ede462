import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failures, mix } from '../../packages/service/test/world/measure/mix.ts';
import type { Section } from './section.ts';

/** Resident memory of a node under a mix of all calls, at its minutes. */
export const section: Section = {
  name: 'soak',
  async run({ quick }) {
    const seconds = quick ? 30 : 480;
    const data_dir = mkdtempSync(join(tmpdir(), 'readymark-soak-'));
    try {
      const result = await mix({ database_url: '', data_dir, nodes: 1, companies: 1_000, rate: 200, seconds });
      const mib = result.memory[0]?.mib ?? [];
      const parts = quick ? 5 : 8;
      const at = Array.from({ length: parts }, (_, part) => mib[Math.floor(((part + 1) * (mib.length - 1)) / parts)]);
      return [
        [`RSS over ${seconds} s of mixed calls, MiB`, at.map((value) => (value ?? 0).toFixed(0)).join(' '), 'level'],
        ['calls that failed (5xx or none)', String(failures(result)), '0'],
      ];
    } finally {
      rmSync(data_dir, { recursive: true, force: true });
    }
  },
};
