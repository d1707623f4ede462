import type { Delivery } from '../../src/mail/delivery.ts';
import type { Letter } from '../../src/mail/letters/letter.ts';
import type { Mailer } from '../../src/mail/mailer.ts';
import type { Chance } from './chance.ts';

/** What the mail server accepted: which letter, and whether the process that sent it knows. */
type Accepted = { notice_id: string; message_id: string; to: string; known: boolean };

export type MailServer = {
  accepted: Accepted[];
  /** Whether it fails now and then. */
  faulty: boolean;
  /** The mailer of one process; `alive` says whether that can still send. */
  mailer(alive: () => boolean, sending: (letter: Letter) => Promise<void>): Mailer;
};

/** A mail server in the process, which refuses for a while, and which accepts letters without an answer. */
export function openMailServer(chance: Chance): MailServer {
  const server: MailServer = {
    accepted: [],
    faulty: true,
    mailer: (alive, sending) => ({
      async send(letter): Promise<Delivery> {
        if (!alive()) return { status: 'temporary', reason: 'ECONNECTION' };
        await sending(letter);
        const { notice_id, message_id, to } = letter;
        if (server.faulty && chance.one(6)) return { status: 'temporary', reason: '451 at DATA' };
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
