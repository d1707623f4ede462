import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/**
 * A mail server in a separate process that accepts every letter and keeps none. Sends its port to the parent, and on
 * any message the number of letters and its processor time in µs.
 */
let letters = 0;
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  authOptional: true,
  logger: false,
  disableReverseLookup: true,
  onData(stream, _session, done) {
    stream.on('end', () => {
      letters += 1;
      done(null);
    });
    stream.resume();
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.server.address() as AddressInfo).port }));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ letters, cpu_us: user + system });
});
process.on('disconnect', () => process.exit());
