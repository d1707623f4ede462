import { type MadeAnswers, madePage } from '../made-site.ts';

/** Whether and how a made-up site has a standard. */
export const fixtureKinds = ['right', 'wrong', 'platform', 'dead'] as const;
type FixtureKind = (typeof fixtureKinds)[number];

/** What a site answers beside `without`, or instead of it, and what is proposed for it. */
type StandardFixture = { answers: MadeAnswers; score: number; says?: RegExp };

export type StandardFixtures = Readonly<
  Record<FixtureKind, readonly StandardFixture[] | string> & {
    criterion: string;
    /** The site before it has the standard, and its score. */
    without: { answers: MadeAnswers; score: number };
  }
>;

export const filling = 'Words about the matter, enough of them to be a page. '.repeat(8);
export const home = madePage('<h1>Mill</h1>');
export const json = (value: object) => JSON.stringify(value);
export const gone = { status: 404 };
export const there = `# Here\n\n${filling}`;
export const html = { type: 'text/html', body: home };
export const PLATFORM = 'https://docs-platform.dev';
export const leading = (rel: string, ...paths: string[]): MadeAnswers => ({
  '/': { body: home, link: paths.map((path) => `<${path}>; rel="${rel}"`).join(', ') },
});
