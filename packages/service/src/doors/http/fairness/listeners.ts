import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Listening sockets of one port. */
const LISTENERS = 8;
/** Connections that the kernel keeps for one listening socket until they are accepted. */
const BACKLOG = 1_024;

/**
 * Listens with several sockets on one port, each with its own queue of new connections (decision 74).
 *
 * libuv accepts one connection per listening socket and turn of the event loop: with one socket, a burst of new
 * connections waits for as many turns as it has connections. Where the system cannot share a port, there is one socket.
 *
 * @returns closes the further sockets: no new connections from then on; resolves when those they accepted have ended
 * @throws the error of `listen`: EADDRINUSE also when the other process would share its port
 */
export async function listen(app: FastifyInstance, at: { host: string; port: number }): Promise<() => Promise<void>> {
  const shared = process.platform === 'linux';
  // A port that is shared on purpose would be shared with any other process of this user as well.
  if (shared && at.port !== 0) await claim(at);
  await app.listen({ ...at, backlog: BACKLOG, ...(shared && { reusePort: true }) });
  const { address: host, port } = app.server.address() as AddressInfo;
  const further = shared ? Array.from({ length: LISTENERS - 1 }, () => furtherServer(app.server)) : [];
  const close = async () => {
    await Promise.all(further.map((server) => new Promise((closed) => server.close(closed))));
  };
  try {
    for (const server of further)
      await once(server.listen({ host, port, backlog: BACKLOG, reusePort: true }), 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

/** Makes sure that no other process has the port. */
async function claim(at: { host: string; port: number }): Promise<void> {
  const server = createServer().listen(at);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Passes its connections to the HTTP server, with the options that node:http gives its own. */
const furtherServer = (main: Server) =>
  createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void main.emit('connection', socket));

/** Closes connections beyond a number, whichever socket accepted them. */
export function boundConnections(server: Server, max: number): void {
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open > max) socket.destroy();
  });
}
