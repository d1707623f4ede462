import { writeFileSync } from 'node:fs';
import { filesOf, root } from './project.ts';

/** The topics of the rulings, in the order of the index; each file names one of the keys. */
const topics = {
  interface: 'Interface',
  records: 'Records and what is published',
  agents: 'Agents',
  tools: 'Tool server',
  pages: 'Pages and documents',
  mail: 'Mail',
  desk: 'Desk',
  auditor: 'Auditor',
  log: 'Public log',
  operation: 'Operation',
};

type Decision = {
  number: number;
  title: string;
  topic: string;
  summary: string;
  /** `in force`, or `superseded by N`. */
  status: string;
  /** The numbers of earlier rulings that this one contains. */
  also: number[];
  /** Path from the root of the project. */
  name: string;
  text: string;
};

/** What a file says between its title and its first paragraph: `- Topic: mail`. */
const said = (text: string, key: string) => new RegExp(`^- ${key}: (.+)$`, 'm').exec(text)?.[1] ?? '';

/** Every ruling of docs/decisions, by number. Files are named by a number of three digits, so that they sort. */
export const decisions: readonly Decision[] = filesOf('docs/decisions', '.md')
  .filter(({ name }) => !name.endsWith('/README.md'))
  .map(({ name, text }) => ({
    number: Number(/\/(\d{3})-/.exec(name)?.[1]),
    title: /^# \d+\. (.+)\n/.exec(text)?.[1] ?? '',
    topic: said(text, 'Topic'),
    summary: said(text, 'Summary'),
    status: said(text, 'Status'),
    also: said(text, 'Also holds').split(', ').filter(Boolean).map(Number),
    name,
    text,
  }));

/** Topics that are no heading of the index are mistakes. */
export const isTopic = (topic: string): boolean => Object.hasOwn(topics, topic);

/** The number under which a ruling is found today: its own, or that of the ruling that contains it. */
export const presentNumbers: ReadonlyMap<number, number> = new Map(
  decisions.flatMap(({ number, also }) => [number, ...also].map((each): [number, number] => [each, number])),
);

const file = ({ name }: Decision) => name.slice('docs/decisions/'.length);

function line(decision: Decision): string {
  const { number, title, summary, status, also } = decision;
  const notes = [status === 'in force' ? '' : status, also.length === 0 ? '' : `also holds ${also.join(', ')}`];
  const after = notes.filter(Boolean).join('; ');
  return `- ${number} [${title}](${file(decision)}): ${summary}${after && ` (${after})`}`;
}

/** docs/decisions/README.md, as it follows from the files. */
export function decisionIndex(): string {
  const chapters = Object.entries(topics).map(
    ([topic, heading]) =>
      `## ${heading}\n\n${decisions
        .filter((decision) => decision.topic === topic)
        .map(line)
        .join('\n')}\n`,
  );
  const former = [...presentNumbers].filter(([each, number]) => each !== number).sort(([one], [other]) => one - other);
  return `# Decisions

Where the contract is silent, these ${decisions.length} rulings hold. Each has a question, the ruling, why, and what would change it. Code cites
them by number (\`decision 19\`). All are in force where nothing else is said. \`npm run decisions\` writes this page from the
files.

${chapters.join('\n')}
## Former numbers

Rulings on one subject were joined, and the numbers of the others are not given again. A citation of the first number means
the second: ${former.map(([each, number]) => `${each} → ${number}`).join(' · ')}.
`;
}

// `npm run decisions`
if (import.meta.main) writeFileSync(`${root}/docs/decisions/README.md`, decisionIndex());
