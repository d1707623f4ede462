import { FetchFailure } from '@readymark/auditor/collect/guard/failure';
import type { Context } from '../../src/operations/context.ts';
import { openWitness } from '../public-log/witnesses/strict-witness.ts';
import type { FakeClock } from '../world/service.ts';
import type { Chance } from './chance.ts';

/** A strict witness of the log, which cannot be reached for a while, or whose answer is lost. In every fourth life there is one. */
export type Witness = {
  setting: string;
  /** Whether it fails now and then. */
  faulty: boolean;
  openAddress: NonNullable<Context['openAddress']>;
  knows(keys: readonly string[]): void;
};

export function openSimulatedWitness({ now }: FakeClock, chance: Chance, wrong: string[]): Witness {
  const { key, answer, knows } = openWitness('witness.test/w', now);
  const lost = () => new FetchFailure('timeout', 'it did not answer in time');
  const witness: Witness = {
    setting: `${key} http://witness.test/w`,
    faulty: true,
    knows,
    openAddress: () => ({
      async ask({ body }) {
        if (witness.faulty && chance.one(6)) throw lost();
        const { status, body: text = '', type = 'text/plain' } = answer(body);
        if (status !== 200 && type !== 'text/x.tlog.size') wrong.push(`the witness answers ${status} ${text}`);
        if (witness.faulty && chance.one(6)) throw lost();
        return { status, header: () => type, body: Buffer.from(text) };
      },
      close: async () => {},
    }),
  };
  return witness;
}
