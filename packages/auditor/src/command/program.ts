import { parseArgs } from 'node:util';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { Refusal } from '@readymark/rubric/refusal';
import manifest from '../../package.json' with { type: 'json' };
import { openAuditor } from '../auditor.ts';
import { registryNames } from '../standards/registries.ts';
import { auditSite, scoreFolder } from './audit-site.ts';
import { plainOutput } from './output.ts';

const help = `Usage: readymark-audit <url> [options]
       readymark-audit score <folder> [options]

Visits a site, keeps what it shows as evidence, and drafts its audit record. With "score" it scores the evidence in a
folder again, without a network; a draft that was changed by hand is kept.

Options:
  --out <folder>      where to write evidence and draft (default: audits/{slug}_{date})
  --company <name>    name of the company (default: the name that the site uses)
  --slug <slug>       slug of the company (default: derived from its name)
  --rubric <version>  rubric of the audit (default: v1)
  --about <url>       address of whoever runs this: sites read it, with /bot behind it, in the User-Agent
                      (default: http://localhost)
  --interval <ms>     milliseconds between two requests to one host (default: 1000)
  --registries <list> registries to ask for what the site says it published there: mcp, npm, pypi (default: none)
  --json              write one JSON document to standard output
  -h, --help          print this

Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 nothing could be observed.
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  ...{ out: text, company: text, slug: text, rubric: text, about: text, interval: text, registries: text },
  ...{ json: flag, help: { ...flag, short: 'h' } },
} as const;

type Process = {
  out: NodeJS.WritableStream;
  err: NodeJS.WritableStream;
  signal: AbortSignal;
  now(): Date;
};

/** `readymark-audit`: audits by command, without a service. @returns the exit code */
export async function runAuditCommand(args: readonly string[], { out, err, signal, now }: Process): Promise<number> {
  const read = readArguments(args);
  if (typeof read === 'string') {
    plainOutput({ out, err }, false).fail(new Refusal(`${read}\nRun with --help for usage.`));
    return 2;
  }
  const { about, interval_ms, registries, json, named, scores, subject } = read;
  if (subject === undefined) {
    out.write(help);
    return 0;
  }
  const output = plainOutput({ out, err }, json);
  const open = () =>
    openAuditor({
      ...{ base_url: about, version: manifest.version, interval_ms, registries, now },
      ...{ opt_out: [], ladders: readLadders() },
    });
  const session = { command: 'readymark-audit', open, publishable: ['v1'], signal, output };
  try {
    return await (scores ? scoreFolder(session, named, subject) : auditSite(session, named, subject));
  } catch (error) {
    output.fail(error instanceof Refusal ? error : new Refusal(error instanceof Error ? error.message : String(error)));
    return 1;
  }
}

/** What the arguments ask for; without a subject they ask for help. A text says what is wrong with them. */
function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { about = 'http://localhost', interval = '1000', registries: listed = '', json, help, ...named } = values;
    const scores = positionals[0] === 'score';
    const [subject, ...more] = scores ? positionals.slice(1) : positionals;
    if (!help && (subject === undefined || more.length > 0)) return 'Name one site, or "score" and one folder.';
    if (!/^https?:$/.test(URL.parse(about)?.protocol ?? '')) return '--about must be a web address.';
    if (!/^\d{1,6}$/.test(interval)) return '--interval must be a number of milliseconds.';
    const registries = registryNames.filter((name) => listed.split(',').includes(name));
    if (listed !== '' && registries.length < listed.split(',').length)
      return `--registries takes ${registryNames.join(', ')}, with commas between them.`;
    return {
      about,
      interval_ms: Number(interval),
      registries,
      json,
      named,
      scores,
      subject: help ? undefined : subject,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
