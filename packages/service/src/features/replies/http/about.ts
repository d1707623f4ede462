import { TOKEN_MS } from '../../../domain/replies/domain-token.ts';
import { REPLY_CHARACTERS_MAX } from '../../../domain/replies/reply.ts';
import type { AboutPart, PageInput } from '../../../doors/http/pages/page-input.ts';

const DAY_MS = 86_400_000;

/** How a company replies, on the page about the service. */
export const aboutReplies = ({ for_people, own_pages }: PageInput): AboutPart => ({
  title: 'A company replies',
  id: 'reply',
  text: [
    'A company may reply to its audit, or dispute a criterion. Its words are on the page of the audit, under the criterion, marked as its own:',
    [
      ...(own_pages
        ? [
            'Begin at /own: show that you hold the domain, and type your text on the page that you get. An operator reads it, and publishes it as it is or says why not.',
          ]
        : []),
      `Or ask with ${for_people?.requestAt('') ?? 'the tool request_audit'}, and say in the notes that you want to reply, and to what. An operator sends you a token, which counts for ${TOKEN_MS / DAY_MS} days: put it into a TXT record of \`_readymark-reply.\` and the host, or into a file at \`/.well-known/readymark-reply.txt\`. Once it was seen, the operator publishes the text that you send.`,
      `Your text is plain, with at most ${REPLY_CHARACTERS_MAX.toLocaleString('en')} characters for each criterion, and as many for the audit as a whole. Nothing is published for somebody who does not hold the domain.`,
      'A dispute stays open until it has an outcome: the score was confirmed, a new audit corrected it, or the company withdrew. The page says for how many days it is open, and /rubric how long disputes take.',
    ],
    'A reply changes no score; only a new audit does. No text is edited; one that must not be public, because it is of somebody else or names a person, is removed, and its place says so.',
  ],
});
