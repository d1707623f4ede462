import type { Define } from '../../define.ts';
import { deskCommand } from '../../desk/desk-command.ts';
import { line } from '../../output.ts';

const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export function addEvidence(define: Define): void {
  deskCommand(define, {
    usage: 'evidence forget <sha256>',
    does: 'remove a stored page of evidence for good; its hash and the reason stay',
    examples: [`evidence forget ${SHA256} --reason "It names a private person."`],
    operation: async () => (await import('../../../operations/desk/evidence/forget-evidence.ts')).forgetEvidence,
    args: ['sha256'],
    lines: ({ sha256, jobs }, { colour }) => [
      line`${colour.green('removed')} ${sha256}, which ${jobs.length === 1 ? '1 audit' : `${jobs.length} audits`} had fetched`,
    ],
  });
}
