import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Hosts of a closed world: the service that listens on port 8080 inside it, under a public name. */
export const hosts = [
  {
    name: 'readymark.dev',
    handle(incoming: IncomingMessage, reply: ServerResponse) {
      const { method, url, headers } = incoming;
      const to = { host: '127.0.0.1', port: 8080, method, path: url, headers: { ...headers, connection: 'close' } };
      const passed = request(to, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      });
      passed.once('error', () => reply.destroy());
      incoming.pipe(passed);
    },
  },
];
