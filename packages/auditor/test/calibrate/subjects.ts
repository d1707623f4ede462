import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inClosedWorld } from '../../../../test/world/closed-world.ts';
import { fixtureSites } from '../world/sites/fixture-sites.ts';
import split from './split.json' with { type: 'json' };

/** Which half a site is in: rules may be fitted to the first; of the second only sums are looked at. `own` are in neither. */
export type SplitSet = 'fit' | 'check' | 'own';

/** A site to audit, and what a person gave it. */
export type Subject = {
  name: string;
  set: SplitSet;
  /** The folder of its copy, which mutations change; undefined for sites of our own. */
  copy: string | undefined;
  website: string;
  human: ReadonlyMap<string, { score: number; evidence: string }>;
  /** Criteria that rest on what a copy does not show. */
  unobservable: ReadonlySet<string>;
  /** What its closed world is made of. */
  world: { sites?: readonly string[]; extra?: readonly string[] };
};

const copies = process.env.READYMARK_SITES ?? join(import.meta.dirname, '../../../../../shared/sites');
const audits = process.env.READYMARK_AUDITS ?? join(copies, '../audits');
/** Labelled quotations of these sites. */
export const claimsFolder = process.env.READYMARK_CLAIMS ?? join(copies, '../claims');
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

type About = { website: string; audits: string[]; unobservable: { criteria?: string[] }[] };
type HumanAudit = { criteria: { id: string; score: number; evidence: string }[] };

/** What nobody put into a half is kept for checking. */
export const setOf = (name: string): SplitSet => (split.fit.includes(name) ? 'fit' : 'check');

/** The copies of real sites (READYMARK_SITES), with the audits that people made of them; none where they are missing. */
export function copiedSites(): Subject[] {
  const names = existsSync(copies) ? readdirSync(copies) : [];
  return names
    .filter((name) => existsSync(join(copies, name, 'site.json')))
    .sort()
    .map((name) => {
      const about: About = readJson(join(copies, name, 'site.json'));
      const { criteria }: HumanAudit = readJson(join(audits, `${about.audits[0]}.audit.json`));
      return {
        name,
        set: setOf(name),
        copy: join(copies, name),
        website: about.website,
        human: new Map(criteria.map(({ id, score, evidence }) => [id, { score, evidence }])),
        unobservable: new Set(about.unobservable.flatMap(({ criteria: touched = [] }) => touched)),
        world: { sites: [name] },
      };
    });
}

/** The sites of our own in `test/sites`, with what a reader gave them before the machine saw them. */
export const ownSites = (): Subject[] =>
  fixtureSites.map(({ folder, website, scores }) => {
    const { notes = {} }: { notes?: Record<string, string> } = readJson(
      join(import.meta.dirname, '../sites', folder, 'expected.json'),
    );
    return {
      name: folder,
      set: 'own',
      copy: undefined,
      website,
      human: new Map(Object.entries(scores).map(([id, score]) => [id, { score, evidence: notes[id] ?? '' }])),
      unobservable: new Set(),
      world: { extra: [join(import.meta.dirname, '../world/sites/fixture-sites.ts')] },
    };
  });

/** Audits a site with `readymark-audit` in its closed world. @returns how long that took, in seconds */
export async function auditSubject({ name, website, world }: Subject, folder: string): Promise<number> {
  const started = performance.now();
  const args = [website, '--out', folder, '--interval', '0', '--json'];
  const ran = await inClosedWorld('packages/auditor/src/command/main.ts', args, world);
  if (typeof ran === 'string') throw new Error(`${name} cannot be audited here: ${ran}`);
  if (ran.code !== 0) throw new Error(`readymark-audit ${website} ended with ${ran.code}: ${ran.err}${ran.out}`);
  return (performance.now() - started) / 1000;
}
