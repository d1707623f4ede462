import { createHash } from 'node:crypto';
import { Refusal } from '../../domain/refusal.ts';
import type { Define } from '../define.ts';

export function addOperator(define: Define): void {
  define(
    'operator add',
    'create a token for an operator, to run the desk over HTTP',
    ['operator add ada'],
    async (cli, output, _options, args) => {
      const name = args[0] ?? '';
      if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name))
        throw new Refusal(
          'The name of an operator is 1 to 64 lower-case letters, digits, dots, hyphens and underscores.',
        );
      const known = cli.settings().OPERATOR_TOKENS;
      if (known.some((row) => row.name === name))
        throw new Refusal(`There is already an operator ${name}; remove it from OPERATOR_TOKENS first.`);
      const token = `rmo_${Buffer.from(await cli.random(32)).toString('base64url')}`;
      const row = `${name}:${createHash('sha256').update(token).digest('hex')}`;
      const setting = [...known.map((other) => `${other.name}:${other.sha256}`), row].join(',');
      output.result({ name, token, operator_tokens: setting }, () => [
        `Token of ${name}, shown only now: ${token}`,
        'Set this on the server and restart it:',
        `OPERATOR_TOKENS=${setting}`,
      ]);
      return 0;
    },
  ).argument('<name>', 'name of the operator');
}
