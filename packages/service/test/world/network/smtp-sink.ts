import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server on loopback, which keeps the letters and fails on demand. */
type Received = { raw: Buffer; mail_from: string; rcpt_to: string[]; secure: boolean; user: string | null };

/** What goes wrong at each step. A number is the SMTP reply, `drop` closes the connection, `hang` never replies. */
export type Behaviour = {
  greeting?: () => 'hang' | 'drop' | number | undefined;
  mail_from?: () => number | undefined;
  recipient?: (address: string) => number | undefined;
  /** Called after the whole letter was read. */
  data?: () => 'hang' | 'drop' | number | undefined;
  /** Awaited after a letter was read and before the reply. */
  arrival?: (letter: Received) => Promise<void>;
};

export type SmtpSink = {
  url: string;
  /** Letters that were accepted (250), oldest first. */
  letters: Received[];
  /** Every letter that was received completely, accepted or not. */
  seen: Received[];
  /** Connections that are open, and letters that were received and not answered yet. */
  busy: () => number;
  /** Connections made so far. */
  connections: () => number;
  /** User names and passwords that were presented. */
  logins: { user: string; pass: string }[];
  behave(behaviour: Behaviour): void;
  /** Resolves when that many letters were accepted. */
  arrived(count: number): Promise<Received[]>;
  /** Closes every open connection, as a server does with idle ones. */
  hangUp(): void;
  close(): Promise<void>;
};

/** The letter as a mail program parses it. */
export const readLetter = (letter: { raw: Buffer }): Promise<ParsedMail> => simpleParser(letter.raw);

/** The header lines as they went over the wire: unfolded, without the body. */
export function headerLines({ raw }: { raw: Buffer }): string[] {
  const [head = ''] = raw.toString('latin1').split('\r\n\r\n', 1);
  return head.replace(/\r\n[ \t]/g, ' ').split('\r\n');
}

const refusal = (code: number) =>
  Object.assign(new Error('No, for user@secret.example with password hunter2'), { responseCode: code });

/**
 * Opens a server on a free port.
 *
 * @param login when given: STARTTLS is offered, and only this user may send, after STARTTLS
 */
export async function openSmtpSink(login?: { user: string; pass: string }): Promise<SmtpSink> {
  let behaviour: Behaviour = {};
  const sockets = new Map<number, Socket>();
  const letters: Received[] = [];
  const seen: Received[] = [];
  const logins: { user: string; pass: string }[] = [];
  let connections = 0;
  let unanswered = 0;

  const server = new SMTPServer({
    disabledCommands: login ? [] : ['AUTH', 'STARTTLS'],
    authOptional: !login,
    logger: false,
    closeTimeout: 50,
    disableReverseLookup: true,
    onConnect(session, done) {
      const step = behaviour.greeting?.();
      if (step === 'hang') return;
      if (step === 'drop') sockets.get(session.remotePort)?.destroy();
      else done(step ? refusal(step) : null);
    },
    onAuth(auth, _session, done) {
      logins.push({ user: auth.username ?? '', pass: auth.password ?? '' });
      if (login && auth.username === login.user && auth.password === login.pass) done(null, { user: auth.username });
      else done(refusal(535));
    },
    onMailFrom(_address, _session, done) {
      const code = behaviour.mail_from?.();
      done(code ? refusal(code) : null);
    },
    onRcptTo({ address }, _session, done) {
      const code = behaviour.recipient?.(address);
      done(code ? refusal(code) : null);
    },
    onData(stream, session, reply) {
      const done = (error: Error | null) => {
        unanswered--;
        reply(error);
      };
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const letter = {
          raw: Buffer.concat(chunks),
          mail_from: mailFrom ? mailFrom.address : '',
          rcpt_to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: typeof session.user === 'string' ? session.user : null,
        };
        seen.push(letter);
        unanswered++;
        if (behaviour.arrival) behaviour.arrival(letter).then(answer, () => done(refusal(451)));
        else answer();

        function answer(): void {
          const step = behaviour.data?.();
          if (step === 'hang' || step === 'drop') {
            unanswered--;
            if (step === 'drop') sockets.get(session.remotePort)?.destroy();
            return;
          }
          if (step) {
            done(refusal(step));
            return;
          }
          letters.push(letter);
          done(null);
          server.server.emit('letter');
        }
      });
    },
  });
  // Clients that disconnect are part of these tests.
  server.on('error', () => {});
  server.server.prependListener('connection', (socket: Socket) => {
    connections++;
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.on('close', () => sockets.delete(port));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const hangUp = () => {
    for (const socket of sockets.values()) socket.destroy();
  };

  return {
    url: `smtp://${login ? `${login.user}:${login.pass}@` : ''}127.0.0.1:${port}${login ? '?tls.rejectUnauthorized=false' : ''}`,
    letters,
    seen,
    logins,
    busy: () => sockets.size + unanswered,
    connections: () => connections,
    behave(next) {
      behaviour = next;
    },
    async arrived(count) {
      while (letters.length < count) await once(server.server, 'letter');
      return letters;
    },
    hangUp,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      hangUp();
      await closed;
    },
  };
}
