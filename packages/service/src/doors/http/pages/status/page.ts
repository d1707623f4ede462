import type { ContentPage } from '../../html/content.ts';
import { minute } from '../../html/language.ts';
import type { PageInput } from '../page-input.ts';
import { textPage } from '../prose/text-page.ts';
import { statusTexts } from './texts.ts';

/** How this node is, as far as it has noted it (decision 61). */
export function statusView({ health, snapshot }: Pick<PageInput, 'health' | 'snapshot'>) {
  return {
    status: health?.status === 'degraded' ? 'degraded' : 'operational',
    reason: health?.reason ?? null,
    since: health?.since ?? null,
    publication: snapshot.version,
    published_at: snapshot.modified.toISOString(),
    companies: snapshot.count,
    incidents_noted_from: health?.noted_from ?? null,
    incidents: health?.incidents ?? [],
  };
}

type StatusView = ReturnType<typeof statusView>;

export function statusPage(view: StatusView, language: keyof typeof statusTexts = 'en'): ContentPage {
  const { status, reason, since, publication, published_at, companies, incidents, incidents_noted_from } = view;
  const texts = statusTexts[language];
  const at = (time: string) => minute(time, language);
  const operational = since === null ? texts.operational : texts.operationalSince(at(since));
  const none =
    incidents_noted_from === null ? texts.incidents.none : texts.incidents.noneSince(at(incidents_noted_from));
  return textPage({
    language,
    title: texts.title,
    description: texts.description,
    intro: [status === 'operational' ? operational : texts.degraded(at(since ?? published_at), reason ?? '')],
    parts: [
      {
        title: texts.served.title,
        text: [
          {
            head: texts.served.head,
            rows: [
              [texts.served.publication, texts.served.number(publication, at(published_at))],
              [texts.served.companies, String(companies)],
            ],
          },
          texts.served.for_programs,
        ],
      },
      {
        title: texts.incidents.title,
        text: [
          incidents.length === 0
            ? none
            : {
                head: texts.incidents.head,
                rows: incidents.map(({ from, until, reason: why }) => [
                  at(from),
                  until === null ? texts.incidents.going_on : at(until),
                  why,
                ]),
              },
        ],
      },
    ],
  });
}

export const statusJson = (view: StatusView): StatusView => view;
