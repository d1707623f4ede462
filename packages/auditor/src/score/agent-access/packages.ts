import type { Page, ReadItem, Site } from '../../read/site.ts';
import { commandLines, withoutEnd } from '../../read/text/plain-text.ts';
import { publishedAs, publishedAt, type RegistryName, registries } from '../../standards/registries.ts';
import { isOwnPackage } from '../own/installed.ts';
import { linksOf } from '../site-texts.ts';

/** Where packages are published, and how they are installed: the language, and what leads to the name of a package. */
const languages: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['JavaScript', 'npmjs.com/package/', registries.npm.commands, ['node', 'js', 'javascript', 'typescript']],
  ['Python', 'pypi.org/project/', registries.pypi.commands, ['python', 'py']],
  ['Ruby', 'rubygems.org/gems/', ['gem install', 'bundle add'], ['ruby']],
  ['Go', 'pkg.go.dev/', ['go get', 'go install'], ['go', 'golang']],
  ['PHP', 'packagist.org/packages/', ['composer require'], ['php']],
  ['Rust', 'crates.io/crates/', ['cargo add', 'cargo install'], ['rust']],
  ['.NET', 'nuget.org/packages/', ['dotnet add package', 'install package'], ['dotnet', 'csharp', 'net']],
  ['Java', 'mvnrepository.com/artifact/', [], ['java', 'kotlin']],
  ['Java', 'central.sonatype.com/artifact/', [], []],
  ['Dart', 'pub.dev/packages/', ['dart pub add', 'flutter pub add'], ['dart', 'flutter']],
  ['Swift', 'cocoapods.org/pods/', [], ['swift', 'ios']],
  ['Elixir', 'hex.pm/packages/', [], ['elixir']],
];

type Package = { language: string; name: string; item: ReadItem; excerpt: string; sure: boolean };

const languageOf: Readonly<Partial<Record<RegistryName, string>>> = { npm: 'JavaScript', pypi: 'Python' };

/**
 * Packages of the company: those that its registry says are its own, and those that are called like its domain, unless their registry says
 * that there are none or whose they are instead (decision 211).
 */
export function packagesOf(site: Site): Package[] {
  const asked = site.registered.filter(({ registry }) => languageOf[registry] !== undefined);
  const own = asked
    .filter(({ state }) => state === 'conforms')
    .map(({ registry, name, item, excerpt }) => {
      const language = languageOf[registry] ?? '';
      return { language, name, item, excerpt, sure: true };
    });
  const named = namedPackages(site).flatMap((one): Package[] => {
    const said = asked.find(
      ({ registry, name }) => languageOf[registry] === one.language && publishedAs(registry, one.name)?.name === name,
    );
    if (said?.state === 'declared' || said?.others) return [];
    return [said?.state === 'answers' ? { ...one, sure: false } : one];
  });
  return [...own, ...named];
}

function namedPackages(site: Site): Package[] {
  const found: Package[] = [];
  for (const link of linksOf(site)) {
    if (link.own) continue;
    const address = link.url.replace(/^https?:\/\/(?:www\.)?/u, '');
    for (const [language, registry, , suffixes] of languages) {
      const name = address.startsWith(registry)
        ? (publishedAt(link.url)?.name ?? address.slice(registry.length).split(/[?#]/u)[0])
        : undefined;
      if (name && isOwnPackage(site, name))
        found.push({ language, name, sure: true, item: link.from, excerpt: link.text });
      const repository = /^github\.com\/([\w.-]{1,100})\/([\w.-]{1,100})\/?$/u.exec(address);
      const ends = repository && suffixes.includes(repository[2]?.toLowerCase().split(/[-_.]/u).at(-1) ?? '');
      if (ends && isOwnPackage(site, `${repository[1]}${repository[2]}`))
        found.push({ language, name: `${repository[2]}`, sure: false, item: link.from, excerpt: link.text });
    }
  }
  for (const page of site.pages)
    if (page.role !== 'blog' && page.role !== 'compare') found.push(...installedOn(site, page));
  return found;
}

function installedOn(site: Site, page: Page): Package[] {
  const shown = page.code.flatMap(commandLines).slice(0, 20_000);
  const lines = [...shown, ...page.sentences].slice(0, 20_000);
  // Most pages have none of the commands: their lines need not be looked at one by one.
  const whole = lines.join('\n');
  const used = languages.flatMap(([language, , commands]) => {
    const those = commands.filter((command) => whole.includes(`${command} `));
    return those.length > 0 ? [{ language, those }] : [];
  });
  if (used.length === 0) return [];
  // A command that is only spoken of is likely, and proves nothing.
  return lines.flatMap((line, number) =>
    line.length > 2000
      ? []
      : used.flatMap(({ language, those }) =>
          those.flatMap((command) => {
            const at = line.indexOf(`${command} `);
            if (at < 0) return [];
            const names = line
              .slice(at + command.length, at + 200)
              .trim()
              .split(/\s+/u)
              .slice(0, 4)
              .map((each) => withoutEnd(each, /[),.;:`'"]/));
            const name = names.find((each) => !each.startsWith('-') && isOwnPackage(site, each));
            if (!name) return [];
            const excerpt = line.slice(at, line.indexOf(name, at) + name.length);
            return [{ language, name, sure: number < shown.length, item: page.item, excerpt }];
          }),
        ),
  );
}
