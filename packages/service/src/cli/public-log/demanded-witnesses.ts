import type { Demanded } from '@readymark/tlog/cosignature';
import { type Check, own, strictJson, type verifyScore } from '@readymark/verify';
import type { Cli } from '../define.ts';

type Score = Awaited<ReturnType<typeof verifyScore>>;

/** A report on a score, with a check of the cosignatures that were demanded. */
export type Witnessed = Omit<Score, 'checks'> & { checks: (Omit<Check, 'id'> & { id: string })[] };

/** What is demanded of witnesses: in a checkpoint, or in a report with the proof that was read. */
export type Demand = {
  of(note: string): { says: string[] } | { problem: string };
  in(report: Score, proof: () => Uint8Array | undefined): Witnessed;
};

/** What is demanded of witnesses. */
export async function demandOf(cli: Cli, demanded: Demanded | undefined): Promise<Demand> {
  if (!demanded) return { of: () => ({ says: [] }), in: (report) => report };
  const { demandCosignatures } = await import('@readymark/tlog/cosignature');
  const now = (await cli.now()).getTime();
  const of: Demand['of'] = (note) => {
    const found = demandCosignatures(note, demanded, now);
    if ('problem' in found) return found;
    const times = found.valid.map(({ witness, at }) => `cosigned by ${witness.name} at ${new Date(at).toISOString()}`);
    return { says: times };
  };
  return {
    of,
    in(report, proof) {
      const read = strictJson(proof());
      const note = 'value' in read ? own(read.value, 'checkpoint') : undefined;
      const found = of(typeof note === 'string' ? note : '');
      const right = 'says' in found;
      const says = right ? `The checkpoint is ${found.says.join(', ')}.` : `By its proof, ${found.problem}.`;
      const check = { id: 'witnesses', outcome: right ? 'passed' : 'failed', says } as const;
      return { ...report, verdict: right ? report.verdict : 'wrong', checks: [...report.checks, check] };
    },
  };
}
