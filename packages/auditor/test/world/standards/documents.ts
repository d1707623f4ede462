import { type MadeAnswer, type MadeAnswers, madePage } from '../made-site.ts';
import { filling, gone, home, html, json, leading, PLATFORM, type StandardFixtures, there } from './fixture.ts';

// P1-C: a service with prices and an API.
const page = (title: string) => madePage(`<h1>${title}</h1><p>$29 per month</p>`);
const pages: MadeAnswers = {
  ...{ '/': home, '/pricing': { role: 'pricing', body: page('Pricing') } },
  '/docs/api': { role: 'docs', body: madePage('<h2>GET /v1/a</h2><h2>POST /v1/a</h2><h2>GET /v1/b</h2>') },
  ...{ '/about': { role: 'about', body: page('About') }, '/contact': { role: 'contact', body: page('Contact') } },
};
const indexOf = (at: string) =>
  `# Mill\n\n> Checks addresses.\n\n## Pages\n${['/pricing', '/docs/api', '/about', '/contact']
    .map((path) => `- [${path === '/docs/api' ? 'API reference' : path.slice(1)}](${at}${path})`)
    .join('\n')}\n`;
const llms = indexOf('https://example.com');
const copies: MadeAnswers = {
  '/index.md': `# Mill\n\n${filling}`,
  '/pricing.md': `# Pricing\n\n$29 per month. ${filling}`,
};
const SKILLS = '/.well-known/agent-skills/index.json';
const skill = { name: 'check', description: 'Checks an address.', url: 'https://example.com/skills/check.md' };
const skills: MadeAnswers = {
  ...{ [SKILLS]: json({ skills: [skill] }), '/skills/check.md': there },
  ...leading('describedby', '/llms.txt', SKILLS),
};
const complete = { ...pages, '/llms.txt': llms };

/** A document for agents beside llms.txt and Markdown: the last point of P1-C asks for one. */
function layer(
  path: string,
  {
    right,
    target,
    wrong,
    lacks,
    platform,
  }: { right: object; target: string; wrong: object; lacks: RegExp; platform: object },
): StandardFixtures {
  const linked = leading('describedby', '/llms.txt', path);
  const about = (document: object, answer: MadeAnswer = there, over: MadeAnswers = linked): MadeAnswers => ({
    ...over,
    ...{ [path]: json(document), [target]: answer },
  });
  const guarded = { status: 401, body: '{}', type: 'application/json' };
  return {
    criterion: 'P1-C',
    without: { answers: { ...complete, ...copies, ...leading('describedby', '/llms.txt') }, score: 4 },
    right: [
      { answers: about(right), score: 5, says: /\(conforms, and what it names answers\)/ },
      // A demand for credentials is an answer.
      { answers: about(right, guarded), score: 5, says: /\(conforms, and what it names answers\)/ },
    ],
    wrong: [
      { answers: about(wrong), score: 4, says: lacks },
      // Nothing leads there.
      { answers: about(right, there, leading('describedby', '/llms.txt')), score: 4 },
    ],
    platform: [{ answers: about(platform), score: 4, says: /leads to others alone/ }],
    dead: [{ answers: about(right, gone), score: 4, says: /declared, and what it names does not answer/ }],
  };
}

/** Texts and documents for agents. */
export const documents = {
  llms_txt: {
    criterion: 'P1-C',
    without: { answers: pages, score: 0 },
    right: [{ answers: { '/llms.txt': llms }, score: 4 }],
    wrong: [
      { answers: { '/llms.txt': html }, score: 0 },
      { answers: { '/llms.txt': 'We check addresses for shops, and have done so for years now.' }, score: 1 },
    ],
    platform: [{ answers: { '/llms.txt': indexOf(`${PLATFORM}/mill`) }, score: 2 }],
    dead: [
      {
        answers: { '/llms.txt': llms, '/pricing': gone, '/docs/api': gone, '/about': gone, '/contact': gone },
        score: 2,
      },
    ],
  },
  markdown: {
    criterion: 'P1-C',
    without: { answers: { ...complete, ...skills }, score: 4 },
    right: [{ answers: copies, score: 5 }],
    wrong: [
      { answers: { '/index.md': html, '/pricing.md': html }, score: 4 },
      // One text for every address is no copy of pages.
      {
        answers: Object.fromEntries(
          ['/', '/about', '/contact'].map((path) => [`text/markdown ${path}`, { body: there, type: 'text/markdown' }]),
        ),
        score: 4,
      },
    ],
    platform: 'A copy has the words of its page, whoever makes it.',
    dead: [{ answers: { '/index.md': gone, '/pricing.md': gone, ...leading('alternate', '/index.md') }, score: 4 }],
  },
  llms_full: {
    criterion: 'P1-C',
    without: { answers: { ...complete, ...skills }, score: 4 },
    right: [{ answers: { '/llms-full.txt': `# Mill\n\n${filling.repeat(2)}` }, score: 5 }],
    wrong: [
      { answers: { '/llms-full.txt': html }, score: 4 },
      { answers: { '/llms-full.txt': '# Mill\n\nSoon.' }, score: 4 },
    ],
    platform: 'It has the words of the pages, whoever makes it.',
    dead: [
      {
        answers: { '/llms.txt': `${llms}- [All of it](https://example.com/llms-full.txt)\n`, '/llms-full.txt': gone },
        score: 3,
      },
    ],
  },
  ard: layer('/.well-known/ard.json', {
    right: { entries: [entry('https://example.com/mcp/server-card')] },
    target: '/mcp/server-card',
    wrong: { entries: [{ displayName: 'Mill', url: 'https://example.com/mcp/server-card' }] },
    lacks: /declared, lacks entries\.identifier, entries\.type/,
    platform: { entries: [entry(`${PLATFORM}/cards/mill`)] },
  }),
  agent_card: layer('/.well-known/agent-card.json', {
    right: agentCard('https://example.com/a2a'),
    target: '/a2a',
    wrong: { name: 'Mill', url: 'https://example.com/a2a', skills: [{ id: 'check' }] },
    lacks: /declared, lacks description, version, supportedInterfaces/,
    platform: {
      ...agentCard(`${PLATFORM}/a2a/mill`),
      provider: { organization: 'Docs Platform', url: PLATFORM },
    },
  }),
  agent_skills: layer(SKILLS, {
    right: { skills: [skill] },
    target: '/skills/check.md',
    wrong: { skills: [{ name: 'check', url: skill.url }] },
    lacks: /declared, lacks skills\.description/,
    platform: { skills: [{ ...skill, url: `${PLATFORM}/skills/mill.md` }] },
  }),
} satisfies Record<string, StandardFixtures>;

function entry(url: string) {
  return {
    ...{ identifier: 'urn:air:example.com:mill', displayName: 'Mill', type: 'application/mcp-server-card+json' },
    url,
  };
}

function agentCard(url: string) {
  return {
    ...{ name: 'Mill', description: 'Checks addresses.', version: '2.1.0', capabilities: {} },
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
    skills: [{ id: 'check', name: 'Check', description: 'Checks one address.', tags: ['addresses'] }],
  };
}
