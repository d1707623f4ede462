import { html } from 'ghtml';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import type { Retraction } from '../../../domain/companies/former-slug.ts';
import type { Problem } from '../../../domain/fault.ts';
import { entryAddress } from '../../../domain/public-log/addresses.ts';
import type { Context } from '../../../operations/context.ts';
import { type TakenBack, takenBack } from '../../../store/companies/taken-back.ts';
import { signedSize } from '../../../store/public-log/checkpoints.ts';
import { counted, day, dayMark } from '../html/format.ts';
import { blocks, plain } from '../html/markdown.ts';
import type { PageContent } from '../html/page.ts';

/** What a page of a retracted company says (decision 100): why, what was taken back, and where the public log says so. */
type Retracted = Retraction & TakenBack & { slug: string; bundle: string | undefined };

/**
 * What was retracted under a slug, read once for each snapshot: anybody may ask for it, in any number.
 *
 * @returns a function that gives undefined for any slug whose company was not retracted
 */
export function retractedCompanies({ store, catalogue }: Context) {
  let of: Snapshot | undefined;
  const read = new Map<string, Promise<Retracted | undefined>>();
  return (sent: string): Promise<Retracted | undefined> => {
    const snapshot = catalogue.current();
    const former = snapshot.former_slugs.get(sent);
    const slug = former && 'moved_to' in former ? former.moved_to : sent;
    const found = snapshot.former(sent);
    if (!found || !('retracted' in found)) return Promise.resolve(undefined);
    if (of !== snapshot) read.clear();
    of = snapshot;
    const known = read.get(slug);
    if (known) return known;
    // Without the database the page says what the snapshot knows.
    const reading = describe(slug, found.retracted).catch(() => undefined);
    read.set(slug, reading);
    return reading;
  };

  async function describe(slug: string, retraction: Retraction): Promise<Retracted> {
    const back = await takenBack(store.db, slug, retraction);
    const bundle = back.entry && entryAddress(back.entry.index, await signedSize(store.db));
    return { ...retraction, ...back, slug, bundle };
  }
}

const datesOf = ({ audit_dates }: TakenBack) => audit_dates.map(day).join(', ');

export function retractedPage({ title, remedy, error }: Problem, of: Retracted): PageContent {
  const { at, reason, audit_dates, entry, bundle } = of;
  return {
    title: `${title} · Readymark`,
    description: `The audits of this company were retracted on ${day(at.slice(0, 10))}.`,
    main: html`<section class="error">
<p class="code">410</p>
<h1>${title}</h1>
<p>The audits of this company were retracted on !${dayMark(at.slice(0, 10))}. The reason: ${reason}</p>
!${audit_dates.length ? html`<p>${counted(audit_dates.length, 'audit')} ${audit_dates.length === 1 ? 'was' : 'were'} public here: ${datesOf(of)}.</p>` : ''}
!${entry ? html`<p>The public log has the retraction as !${bundle ? html`<a href="${bundle}">entry ${entry.index}</a>` : html`entry ${entry.index}`}, for good:</p><figure class="snippet"><pre tabindex="0" aria-label="Entry of the public log"><code>${entry.text}</code></pre></figure>` : ''}
<p><a href="/">The leaderboard</a></p>
<p class="hint">For programs: <a href="/problems/${error}"><code>${error}</code></a>. ${remedy}</p>
</section>`,
  };
}

export function retractedMarkdown({ title, message, remedy }: Problem, of: Retracted, base_url: string): string {
  const { audit_dates, entry, bundle } = of;
  return blocks(
    `# ${title}`,
    plain(message),
    audit_dates.length > 0 && `Audits that were public here: ${audit_dates.join(', ')}.`,
    entry && `Entry ${entry.index} of the public log says it${bundle ? ` (${base_url}${bundle})` : ''}:`,
    entry && `    ${entry.text}`,
    remedy,
  );
}
