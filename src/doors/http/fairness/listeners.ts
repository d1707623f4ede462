import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net';

/**
 * Accepts new connections on several sockets of one port, each with a queue of its own in the kernel.
 *
 * libuv accepts one connection per listening socket and turn of the event loop. With one socket, a crowd of busy
 * connections keeps a new one waiting for as many turns as there are others before it.
 *
 * @param main the listening server, which must have been opened with `reusePort`
 * @returns closes the further sockets
 */
export async function listenMore(main: Server, count: number): Promise<() => Promise<void>> {
  const { address: host, port } = main.address() as AddressInfo;
  const servers: TcpServer[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  };
  try {
    for (let at = 0; at < count; at++) {
      const server = createServer(
        { allowHalfOpen: true, noDelay: true, highWaterMark: 64 * 1024 },
        (socket) => void main.emit('connection', socket),
      );
      await new Promise<void>((listening, failed) =>
        server.once('error', failed).listen({ host, port, reusePort: true, backlog: BACKLOG }, listening),
      );
      servers.push(server);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

/** Connections that the kernel keeps for one listening socket until they are accepted. */
export const BACKLOG = 4_096;
