import { type Body, letter } from '../../../mail/letters/body.ts';
import type { Letter, Occasion } from '../../../mail/letters/letter.ts';
import { LINK_DAYS, type LinkPurpose } from '../domain/link.ts';

const purposes: Readonly<Record<LinkPurpose, (host: string) => { title: string; asked: string; does: string }>> = {
  proof: (host) => ({
    title: `Confirm that you control ${host}`,
    asked: `Somebody who says that they control ${host} asked Readymark to send a link to this address, because it belongs to whoever runs the domain.`,
    does: `open the page of ${host}. There you see a private draft of its audit, what becomes of requests, and what you can do; letters about its audits go to this address`,
  }),
  contact: (host) => ({
    title: `Letters about ${host}`,
    asked: `Somebody who controls ${host} asked Readymark to send letters about its audits to this address: when a score becomes stale, after a re-audit, when a reply was decided.`,
    does: 'confirm that you want them',
  }),
  open: (host) => ({
    title: `Your page for ${host}`,
    asked: `Somebody asked Readymark for the address of the page of ${host}, of which letters go to this address.`,
    does: 'open that page at a new address. The one before does not work any more then',
  }),
};

/** A link to the page of a holder (decision 182). It names the host, and contains nothing else that was typed. */
export function linkLetter(of: Occasion & { purpose: LinkPurpose; host: string; link_url: string }): Letter {
  const { purpose, host, link_url, base_url, unsubscribe_url } = of;
  const { title, asked, does } = purposes[purpose](host);
  const body: Body = {
    title,
    paragraphs: [
      asked,
      `If that was you or a colleague, open this link within ${LINK_DAYS} days and press the button there, to ${does}:`,
      link_url,
      'If it was not you, there is nothing to do. Forward this link to nobody.',
    ],
    facts: [],
    sections: [],
    links: [
      ['The link', link_url],
      ['What Readymark is', `${base_url}/about`],
    ],
    why: `You get this mail because this address was typed at Readymark for ${host}.`,
    unsubscribe_url,
  };
  return letter(of, { subject: title, body });
}
