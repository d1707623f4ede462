import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Clients that keep a service busy, each with its next request as soon as its last one was answered. */
type Crowd = { served(): number; leave(): void };

/** What a busy client requests, with a number that is never repeated. Replies must fit one packet. */
const requests = {
  page: (number: number) => `HEAD /?q=${number}x HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'tool call': (number: number) => {
    const params = { name: 'list_audits', arguments: { query: `company ${number % 10}`, limit: 1 } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    return `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  },
};
export type BusyWith = keyof typeof requests;
export const busyWith = Object.keys(requests) as BusyWith[];

/** Connects the clients, over raw sockets: they cost far less than what they request. */
export async function crowd(url: string, clients: number, what: BusyWith): Promise<Crowd> {
  let number = 0;
  let served = 0;
  const sockets: Socket[] = [];
  for (let client = 0; client < clients; client++) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {});
    socket.on('data', () => {
      served += 1;
      socket.write(requests[what](number++));
    });
    sockets.push(socket);
  }
  for (const socket of sockets) socket.write(requests[what](number++));
  return {
    served: () => served,
    leave() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Milliseconds from connecting until a new connection has the answer to its first request. */
export function newcomer(url: string, path: string): Promise<number> {
  const since = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(`${url}${path}`, { agent: false }, (response) =>
    response.resume().on('end', () => resolve(performance.now() - since)),
  ).on('error', reject);
  return promise;
}
