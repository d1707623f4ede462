import type { ContentPage } from '../html/content.ts';
import type { PageInput } from './page-input.ts';
import { textPage } from './text-page.ts';

/** How this node is, as far as it has noted it (decision 61). */
export function statusView({ health, snapshot }: PageInput) {
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

const minute = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;

export function statusPage(_input: PageInput, view: StatusView): ContentPage {
  const { status, reason, since, publication, published_at, companies, ...noted } = view;
  return textPage({
    title: 'Status',
    description: 'Whether Readymark works as it should, and incidents since this node started.',
    intro: [
      status === 'operational'
        ? `All parts are operational${since === null ? '' : ` since ${minute(since)}`}.`
        : `Service is degraded since ${minute(since ?? published_at)}: ${reason} Scores stay readable.`,
    ],
    parts: [
      {
        title: 'What is served',
        text: [
          {
            head: ['What', 'Now'],
            rows: [
              ['Newest publication', `number ${publication}, ${minute(published_at)}`],
              ['Companies listed', String(companies)],
            ],
          },
          'For programs: the same address as JSON (Accept: application/json), and /readyz for this moment.',
        ],
      },
      {
        title: 'Incidents',
        text: [
          noted.incidents.length === 0
            ? `None since ${noted.incidents_noted_from === null ? 'this node started' : minute(noted.incidents_noted_from)}, when this node started to note them.`
            : {
                head: ['From', 'Until', 'What'],
                rows: noted.incidents.map(({ from, until, reason: why }) => [
                  minute(from),
                  until === null ? 'not over yet' : minute(until),
                  why,
                ]),
              },
        ],
      },
    ],
  });
}

export const statusJson = (view: StatusView): StatusView => view;
