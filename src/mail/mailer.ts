import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { type Delivery, deliveryOf } from './delivery.ts';
import type { Letter } from './letter.ts';
import { writeLetterFile } from './outbox-folder.ts';

export type Mailer = {
  /**
   * Sends one letter, or says how it failed; never throws. Ends within `patience.whole_ms`, well before a worker's
   * lease does.
   */
  send(letter: Letter): Promise<Delivery>;
  /** Lets letters under way finish, then closes the connections. */
  close(): Promise<void>;
};

/**
 * How long each step may take, in milliseconds. `whole_ms` bounds a letter from the call to the answer, waiting for a
 * connection included.
 */
export type Patience = { connect_ms: number; silence_ms: number; whole_ms: number };

/** A worker's lease on a notice lasts at most 30 s (decision 28). */
export const usualPatience: Patience = { connect_ms: 8_000, silence_ms: 12_000, whole_ms: 25_000 };

/** Connections kept open to the mail server at most. */
export const connections = 5;

type MailerOptions = {
  /** `smtp:` or `smtps:` address with credentials and nodemailer's options as query; '' writes .eml files instead. */
  smtp_url: string;
  mail_from: string;
  outbox_dir: string;
  log: Logger;
  patience?: Patience;
};

/** Foreign text is no path and no address to fetch. */
const closed = { disableFileAccess: true, disableUrlAccess: true };

const message = ({ to, subject, text, html, date, message_id, headers }: Letter, mail_from: string) => ({
  from: mail_from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  date,
  messageId: message_id,
  headers,
  ...closed,
});

/** One plain address: nothing that would be read as a list, a name, a comment or a further command. */
const isOneAddress = (to: string) => /^[^\s\p{C}<>()[\],;:\\"@]+@[^\s\p{C}<>()[\],;:\\"@]+$/u.test(to);

/**
 * Opens the way out for letters (decision 30).
 *
 * SMTP: pooled; STARTTLS is taken where the server offers it, and asked for when the address carries credentials, so
 * that they never cross the network in the clear (`?requireTLS=false` in the address waives it). Without an address
 * letters are written as files, and the log says so once.
 */
export function openMailer({ smtp_url, mail_from, outbox_dir, log, patience = usualPatience }: MailerOptions): Mailer {
  const send = smtp_url === '' ? toFiles(mail_from, outbox_dir, log) : toServer(smtp_url, mail_from, patience);
  return {
    async send(letter) {
      if (!isOneAddress(letter.to)) return { status: 'permanent', reason: 'unusable address' };
      try {
        await send.letter(letter);
        return { status: 'sent' };
      } catch (error) {
        return deliveryOf(error);
      }
    },
    close: send.close,
  };
}

type Way = { letter(letter: Letter): Promise<void>; close(): Promise<void> };

function toServer(smtp_url: string, mail_from: string, patience: Patience): Way {
  const { username, password } = new URL(smtp_url);
  const transport = createTransport({
    pool: true,
    maxConnections: connections,
    // Only a letter of which the server has not seen a byte is handed to another connection; the outbox does all other
    // retries.
    maxRequeues: 1,
    connectionTimeout: patience.connect_ms,
    greetingTimeout: patience.connect_ms,
    dnsTimeout: patience.connect_ms,
    socketTimeout: patience.silence_ms,
    socketCloseTimeout: 1_000,
    idleTimeout: 30_000,
    requireTLS: username !== '' || password !== '',
    url: smtp_url,
  });
  const underWay = new Set<Promise<unknown>>();
  return {
    async letter(letter) {
      const sending = transport.sendMail({
        ...message(letter, mail_from),
        signal: AbortSignal.timeout(patience.whole_ms),
      });
      underWay.add(sending);
      try {
        await sending;
      } finally {
        underWay.delete(sending);
      }
    },
    async close() {
      await Promise.allSettled(underWay);
      transport.close();
    },
  };
}

function toFiles(mail_from: string, outbox_dir: string, log: Logger): Way {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  log.warn({ outbox_dir }, 'SMTP_URL is not set: mails are written as .eml files and not sent');
  return {
    async letter(letter) {
      const { message: bytes } = await composer.sendMail(message(letter, mail_from));
      if (!(bytes instanceof Uint8Array)) throw new TypeError('the composed letter is no buffer');
      await writeLetterFile(outbox_dir, letter.notice_id, bytes);
    },
    async close() {
      composer.close();
    },
  };
}
