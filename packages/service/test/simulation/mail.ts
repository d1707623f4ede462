import type { Delivery } from '../../src/mail/delivery.ts';
import type { Letter } from '../../src/mail/letters/letter.ts';
import type { Mailer } from '../../src/mail/mailer.ts';
import type { Chance } from './chance.ts';
import { anyFault, type Fate } from './store.ts';

/** What the mail server accepted: which letter, and whether the process that sent it knows. */
type Accepted = { notice_id: string; message_id: string; to: string; known: boolean };

export type MailServer = {
  accepted: Accepted[];
  /** Whether it fails now and then. */
  faulty: boolean;
  /** Whether processes meet faults just after it accepted a letter. */
  shaking: boolean;
  /** The mailer of one process. */
  mailer(fate: Fate | undefined, sending: (letter: Letter) => Promise<void>): Mailer;
};

/** A mail server in the process, which refuses for a while, and which accepts letters without an answer. */
export function openMailServer(chance: Chance): MailServer {
  const server: MailServer = {
    accepted: [],
    faulty: true,
    shaking: true,
    mailer: (fate, sending) => ({
      async send(letter): Promise<Delivery> {
        if (fate?.dead) return { status: 'temporary', reason: 'ECONNECTION' };
        await sending(letter);
        const { notice_id, message_id, to } = letter;
        if (server.faulty && chance.one(6)) return { status: 'temporary', reason: '451 at DATA' };
        if (fate && server.shaking && chance.one(20))
          Object.assign(fate, { moments: chance.int(6), kind: anyFault(chance) });
        const known = !(server.faulty && chance.one(12));
        server.accepted.push({ notice_id, message_id, to, known });
        return known ? { status: 'sent' } : { status: 'temporary', reason: 'ETIMEDOUT' };
      },
      writes_files: false,
      written: async () => [],
      forget: async () => {},
      close: async () => {},
    }),
  };
  return server;
}
