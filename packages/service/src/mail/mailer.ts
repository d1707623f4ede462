import type { Logger } from 'pino';
import { type Delivery, deliveryOf } from './delivery.ts';
import type { Letter } from './letters/letter.ts';
import { closeOutboxFolder, removeLetterFiles, writeLetterFile, writtenLetters } from './outbox-folder.ts';

export type Mailer = {
  /** Sends one letter, or returns how it failed; never throws. Takes at most `timeouts.total_ms`. */
  send(letter: Letter): Promise<Delivery>;
  /** Whether letters are written as files instead of being sent. */
  writes_files: boolean;
  /** The notices whose letters are files, also those from before a mail server was set. */
  written(): Promise<string[]>;
  /** Removes the files of these notices' letters, because they contain addresses (decision 40). */
  forget(notice_ids: readonly string[]): Promise<void>;
  /** Waits for letters under way, then closes the connections. */
  close(): Promise<void>;
};

/**
 * Time limits (decision 30). `total_ms` limits a letter from the call to the answer, including the wait for a
 * connection.
 */
export type Timeouts = { connect_ms: number; silence_ms: number; total_ms: number };

/** Shorter than a worker's lease on a notice, which lasts at most 30 s (decisions 28 and 30). */
export const defaultTimeouts: Timeouts = { connect_ms: 8_000, silence_ms: 12_000, total_ms: 25_000 };

/** Maximum number of connections to the mail server (decision 30). */
export const CONNECTIONS_MAX = 5;

type MailerOptions = {
  /** `smtp:` or `smtps:` URL with credentials, and nodemailer's options as query; '' writes .eml files instead. */
  smtp_url: string;
  mail_from: string;
  outbox_dir: string;
  log: Logger;
  timeouts?: Timeouts;
};

/** Never let message content name a file or URL to load. */
const noLoading = { disableFileAccess: true, disableUrlAccess: true };

const message = ({ to, subject, text, html, date, message_id, headers }: Letter, mail_from: string) => ({
  from: mail_from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  date,
  messageId: message_id,
  headers,
  ...noLoading,
});

/** One plain address: nothing that could be parsed as a list, a name, a comment or another command. */
const isOneAddress = (to: string) => /^[^\s\p{C}<>()[\],;:\\"@]+@[^\s\p{C}<>()[\],;:\\"@]+$/u.test(to);

/**
 * Opens the mailer (decision 30).
 *
 * SMTP connections are pooled. STARTTLS is used where the server offers it, and required when the URL has credentials, so
 * that they are never sent in the clear (`?requireTLS=false` in the URL turns this off). Without a URL letters are written
 * as files, which is logged once.
 */
export function openMailer({
  smtp_url,
  mail_from,
  outbox_dir,
  log,
  timeouts = defaultTimeouts,
}: MailerOptions): Mailer {
  // Also when letters go to a server now: earlier ones may be in the folder.
  closeOutboxFolder(outbox_dir);
  const send = smtp_url === '' ? toFiles(mail_from, outbox_dir, log) : toServer(smtp_url, mail_from, timeouts);
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
    writes_files: smtp_url === '',
    written: () => writtenLetters(outbox_dir),
    forget: (notice_ids) => removeLetterFiles(outbox_dir, notice_ids),
    close: send.close,
  };
}

/** nodemailer is loaded with the first letter: of the commands that may cause one, few send it. */
const nodemailer = () => import('nodemailer');

type Transport = { letter(letter: Letter): Promise<void>; close(): Promise<void> };

function toServer(smtp_url: string, mail_from: string, timeouts: Timeouts): Transport {
  const { username, password } = new URL(smtp_url);
  const connect = async () =>
    (await nodemailer()).createTransport({
      pool: true,
      maxConnections: CONNECTIONS_MAX,
      // The pool only retries letters of which the server has not seen a byte; the outbox does all other retries.
      maxRequeues: 1,
      connectionTimeout: timeouts.connect_ms,
      greetingTimeout: timeouts.connect_ms,
      dnsTimeout: timeouts.connect_ms,
      socketTimeout: timeouts.silence_ms,
      socketCloseTimeout: 1_000,
      idleTimeout: 30_000,
      requireTLS: username !== '' || password !== '',
      url: smtp_url,
    });
  let transport: ReturnType<typeof connect> | undefined;
  const underWay = new Set<Promise<unknown>>();
  return {
    async letter(letter) {
      transport ??= connect();
      const signal = AbortSignal.timeout(timeouts.total_ms);
      const sending = transport.then((open) => open.sendMail({ ...message(letter, mail_from), signal }));
      underWay.add(sending);
      try {
        await sending;
      } finally {
        underWay.delete(sending);
      }
    },
    async close() {
      await Promise.allSettled(underWay);
      (await transport)?.close();
    },
  };
}

function toFiles(mail_from: string, outbox_dir: string, log: Logger): Transport {
  const open = async () =>
    (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let composer: ReturnType<typeof open> | undefined;
  log.warn({ outbox_dir }, 'SMTP_URL is not set: letters are written as .eml files and not sent');
  return {
    async letter(letter) {
      composer ??= open();
      const { message: bytes } = await (await composer).sendMail(message(letter, mail_from));
      if (!(bytes instanceof Uint8Array)) throw new TypeError('the composed letter is not a buffer');
      await writeLetterFile(outbox_dir, letter.notice_id, bytes);
    },
    async close() {
      (await composer)?.close();
    },
  };
}
