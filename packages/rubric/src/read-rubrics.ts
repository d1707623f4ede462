import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { highestRung, type Ladders, laddersSchema } from './ladder.ts';
import { parseLadder } from './ladder-file.ts';
import { extended, type Rubric, type Rubrics, rubricExtension, rubricSchema, rubricsOf } from './rubric.ts';
import { rubricsFolder } from './rubric-versions.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** What a schema makes of a value. */
type Schema<T> = {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } };
};

/** @throws Error that names the file */
function checked<T>(file: string, schema: Schema<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' '));
  throw new Error(`rubrics/${file} is not valid: ${issues.join('; ')}`);
}

/** Those of this package, which are read once in a process. */
let own_rubrics: Rubrics | undefined;
let own_ladders: LaddersOf | undefined;

/**
 * Every rubric of this package, or of a folder (`v1.json`, `v2.json`, …): a new version needs a file and no code. One that extends
 * another says what it changes of it.
 *
 * @throws Error that names the file when a file is not a valid rubric
 */
export function readRubrics(folder?: string): Rubrics {
  if (folder !== undefined) return rubricsIn(folder);
  own_rubrics ??= rubricsIn(rubricsFolder);
  return own_rubrics;
}

function rubricsIn(folder: string): Rubrics {
  const files = readFiles(folder);
  const rubric = (version: string, below: readonly string[]): Rubric => {
    const [file, name] = [files.get(version), `${version}.json`];
    if (below.includes(version)) throw new Error(`rubrics/${name} extends itself: ${[...below, version].join(', ')}`);
    if (file === undefined) throw new Error(`rubrics/${below.at(-1)}.json extends ${version}, which is not there`);
    if (file.version !== version) throw new Error(`rubrics/${name} contains version ${file.version}`);
    if (file.extends === undefined) return checked(name, rubricSchema, file);
    const changes = checked(name, rubricExtension, file);
    return checked(name, rubricSchema, extended(rubric(changes.extends, [...below, version]), changes));
  };
  return rubricsOf([...files.keys()].map((version) => rubric(version, [])));
}

/** The files of rubrics as they are written, by version. */
function readFiles(folder: string): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(names.map((name) => [basename(name, '.json'), JSON.parse(readFileSync(join(folder, name), 'utf8'))]));
}

/** The ladders of rubrics, by rubric version (decision 91). */
export type LaddersOf = ReadonlyMap<string, Ladders>;

/** What files say of the ladder of a criterion, and where each part of it is written (`rubrics/v1/P1-A.ladder line 8`). */
type Source = { sections: Readonly<Record<string, unknown>>; places: ReadonlyMap<string, string> };

/**
 * The ladders of every rubric that has some: those of the rubric that it extends, with the files of its own folder
 * (`packages/rubric/rubrics/v2/P3-A.ladder`) over them. A section of a file takes the place of the same section below; of facts, those
 * of the same name.
 *
 * @throws Error that names file and line of each place that is not valid, or does not fit the rubric
 */
export function readLadders(folder?: string): LaddersOf {
  if (folder !== undefined) return laddersIn(folder, rubricsIn(folder));
  own_ladders ??= laddersIn(rubricsFolder, readRubrics());
  return own_ladders;
}

function laddersIn(folder: string, rubrics: Rubrics): LaddersOf {
  const files = readFiles(folder);
  const sources = new Map<string, ReadonlyMap<string, Source>>();
  const sourcesOf = (rubric: Rubric): ReadonlyMap<string, Source> => {
    const known = sources.get(rubric.version);
    if (known) return known;
    const base = rubrics.get(String(files.get(rubric.version)?.extends));
    const found = new Map(base ? sourcesOf(base) : []);
    for (const [id, source] of readSources(folder, rubric)) found.set(id, over(found.get(id), source));
    sources.set(rubric.version, found);
    return found;
  };
  const read = [...rubrics.values()].map((rubric) => [rubric, sourcesOf(rubric)] as const);
  return new Map(
    read.filter(([, { size }]) => size > 0).map(([rubric, of]) => [rubric.version, laddersOf(rubric, of)]),
  );
}

/** The files of the folder of a rubric, by criterion. */
function readSources(folder: string, { version, criteria }: Rubric): [string, Source][] {
  const own = join(folder, version);
  const names = existsSync(own) ? readdirSync(own).filter((name) => !name.startsWith('.')) : [];
  return names.map((name) => {
    const [file, id] = [`rubrics/${version}/${name}`, basename(name, '.ladder')];
    const { sections, lines } = parsed(file, readFileSync(join(own, name), 'utf8'));
    const scored = criteria.some((one) => one.id === id);
    if (!name.endsWith('.ladder') || !(scored || 'preview' in sections))
      throw new Error(
        `${file}: a file here is named after a criterion of ${version}, such as ${criteria[0]?.id}.ladder; one that ${version} does not score has a section preview`,
      );
    return [id, { sections, places: new Map([...lines].map(([place, line]) => [place, `${file} line ${line}`])) }];
  });
}

/** @throws Error that names the file and the line */
function parsed(file: string, text: string) {
  try {
    return parseLadder(text);
  } catch (error) {
    throw new Error(`${file} ${(error as Error).message}`);
  }
}

function over(base: Source | undefined, { sections, places }: Source): Source {
  if (!base) return { sections, places };
  const facts = { ...(base.sections.facts as object), ...(sections.facts as object) };
  return {
    sections: { ...base.sections, ...sections, facts },
    places: new Map([...base.places, ...places]),
  };
}

/** The ladders of a rubric, in the order of its criteria. Those that it does not score come last, as previews. */
function laddersOf({ version, criteria }: Rubric, sources: ReadonlyMap<string, Source>): Ladders {
  const scored = criteria.map(({ id }) => id).filter((id) => sources.has(id));
  const preview = [...sources.keys()].filter((id) => !scored.includes(id)).sort();
  const ladders = [...scored, ...preview].map((id) => {
    const { preview: _, ...sections } = sources.get(id)?.sections ?? {};
    return { id, ...sections };
  });
  const file = { rubric: version, preview, ladders };
  const read = laddersSchema.safeParse(file);
  const problems = (read.error?.issues ?? []).map((issue) => placeOf(issue, file.ladders));
  for (const ladder of read.data?.ladders ?? []) {
    const max = criteria.find(({ id }) => id === ladder.id)?.max ?? highestRung(ladder);
    if (highestRung(ladder) === max) continue;
    const message = `the highest rung of ${ladder.id} is ${highestRung(ladder)}, but it has ${max} points in rubric ${version}; write rubrics/${version}/${ladder.id}.ladder with rungs up to ${max}`;
    problems.push({ id: ladder.id, place: 'rungs', message });
  }
  if (read.data && problems.length === 0) return read.data;
  const messages = problems.map(({ id, place, message }) => {
    const { places } = sources.get(id) ?? {};
    return `${places?.get(place) ?? places?.values().next().value ?? `rubrics/${version}`}: ${message}`;
  });
  throw new Error(`The ladders of rubric ${version} are not valid: ${messages.join('; ')}`);
}

/** Of which ladder an issue is, and where in it: the schema names a path of the data, its own checks the place. */
function placeOf({ path, message }: Issue, ladders: readonly { id: string; rungs?: readonly { score: number }[] }[]) {
  const [first, at, section, part] = path;
  if (first !== 'ladders') return { id: String(first), place: String(at), message };
  const { id = '', rungs = [] } = ladders[Number(at)] ?? {};
  const parts: Record<string, string> = {
    rungs: `rung ${rungs[Number(part)]?.score}`,
    evidence: `evidence ${Number(part) + 1}`,
    facts: `facts.${String(part)}`,
  };
  const place = (part === undefined ? undefined : parts[String(section)]) ?? String(section);
  return { id, place, message: `${id} ${place}: ${message}` };
}
