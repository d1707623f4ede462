import type { Define } from '../../define.ts';

export function addVerify(define: Define): void {
  define<{ key?: string[]; witness?: string[]; policy?: string; url?: string; past: boolean }>(
    'verify',
    'check a score, or every score of an exported folder, against the public log: signature, entry, record, sums, tier, rank',
    [
      'verify acme',
      'verify https://readymark.example/audits/acme --key readymark.example/log+1a2b3c4d+AbC…',
      'verify saved/proof.json --past --key readymark.example/log+1a2b3c4d+AbC…',
      'verify public --key readymark.example/log+1a2b3c4d+AbC…',
    ],
    async (cli, output, options, [target = '']) => {
      const { verify } = await import('../../public-log/verify.ts');
      return verify(cli, output, target, options);
    },
  )
    .argument(
      '<score>',
      'slug of a company here, address of its page, record, proof or badge, a saved proof or record, an exported folder, or a dataset',
    )
    .option('--key <key...>', 'a verifier key to trust (default: the keys published with the score)')
    .option('--witness <key...>', 'verifier key of a witness whose cosignature is required')
    .option(
      '--policy <file>',
      'keys of logs and witnesses, and how many of these must have cosigned (C2SP tlog-policy)',
    )
    .option('--past', 'accept a past score: do not check whether a later entry of the log replaced it', false)
    .option('--url <address>', 'ask the service at this address for the slug');
}
