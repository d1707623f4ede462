import { connect } from 'node:net';

/** Opens many connections, a few hundred at a time, and leaves them idle. Prints how many are open. */
const [url = '', wanted = '0'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
let open = 0;
const one = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.on('error', () => {});
  });
while (open < Number(wanted)) {
  const made = await Promise.all(Array.from({ length: Math.min(250, Number(wanted) - open) }, one));
  const good = made.filter(Boolean).length;
  open += good;
  if (good < made.length) break;
}
process.stdout.write(`${open}\n`);
