/** Where packages and servers are published under names: public documents say who published them (decision 211). */
export const registryNames = ['mcp', 'npm', 'pypi'] as const;
export type RegistryName = (typeof registryNames)[number];

/** Names that one registry is asked for in one audit. */
export const MAX_NAMES = 2;

/** What somebody published under a name. */
export type Published = { registry: RegistryName; name: string };

type Registry = {
  /** As sentences name it. */
  title: string;
  host: string;
  /** Commands that install what is published under a name. */
  commands: readonly string[];
  /** Names that it gives; others are not asked for. */
  isName: RegExp;
  /** What of an address, behind its scheme and `www.`, is the name: of pages for people, and of the documents below. */
  addresses: readonly RegExp[];
  /** Its public documents of a name, the best first: the first is asked for that its robots.txt allows. */
  documents: (name: string) => readonly string[];
};

const npm_name = '(?:@[a-zA-Z0-9~][a-zA-Z0-9._~-]{0,100}/)?[a-zA-Z0-9~][a-zA-Z0-9._~-]{0,100}';
const pypi_name = '[a-z0-9](?:[a-z0-9._-]{0,100}[a-z0-9])?';
const server_name = '[a-zA-Z0-9][a-zA-Z0-9.-]{0,150}/[a-zA-Z0-9._-]{1,100}';

export const registries: Readonly<Record<RegistryName, Registry>> = {
  mcp: {
    title: 'the MCP registry',
    host: 'registry.modelcontextprotocol.io',
    commands: [],
    isName: new RegExp(`^${server_name}$`),
    addresses: [
      new RegExp(
        `^registry\\.modelcontextprotocol\\.io/v0(?:\\.1)?/servers/(${server_name})(?:/versions(?:/.{0,100})?)?$`,
      ),
    ],
    documents: (name) => [
      `https://registry.modelcontextprotocol.io/v0.1/servers/${encodeURIComponent(name)}/versions/latest`,
    ],
  },
  npm: {
    title: 'npm',
    host: 'registry.npmjs.org',
    commands: ['npm install', 'npm i', 'npx', 'yarn add', 'pnpm add', 'bun add'],
    isName: new RegExp(`^${npm_name}$`),
    addresses: [
      new RegExp(`^npmjs\\.com/package/(${npm_name})(?:/.{0,100})?$`),
      new RegExp(`^registry\\.npmjs\\.org/(${npm_name})(?:/latest)?$`),
    ],
    // The newest version alone: the document of all versions may have many megabytes.
    documents: (name) => [`https://registry.npmjs.org/${name.replace('/', '%2f')}/latest`],
  },
  pypi: {
    title: 'PyPI',
    host: 'pypi.org',
    commands: ['pip install', 'uv add', 'poetry add'],
    isName: new RegExp(`^${pypi_name}$`),
    addresses: [new RegExp(`^pypi\\.org/(?:project|pypi)/(${pypi_name})(?:/[^/]{1,50})?/?$`)],
    // Its robots.txt forbids the first one to robots (2026-11-26): then what people read.
    documents: (name) => [`https://pypi.org/pypi/${name}/json`, `https://pypi.org/project/${name}/`],
  },
};

/**
 * One name as a registry writes it: without a version (`@acme/sdk@latest`, `acme[all]==1.2`), and for PyPI in one spelling. Undefined
 * where it is no name.
 */
export function publishedAs(registry: RegistryName, written: string): Published | undefined {
  const [first = ''] = written.slice(0, 300).split(registry === 'npm' ? /(?<=.)@/ : /[[=<>~!;@]/, 1);
  const name = registry === 'pypi' ? first.toLowerCase().replace(/[-_.]+/g, '-') : first;
  return name.length <= 250 && registries[registry].isName.test(name) ? { registry, name } : undefined;
}

/** What an address is about: a page of a registry for people, or one of its documents. */
export function publishedAt(url: string): Published | undefined {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {};
  for (const registry of registryNames) {
    const host = hostname.replace(/^www\./, '');
    const address = `${host}${decoded(pathname)}`;
    for (const pattern of registries[registry].addresses) {
      const name = pattern.exec(registry === 'pypi' ? address.toLowerCase() : address)?.[1];
      if (name !== undefined) return publishedAs(registry, name);
    }
  }
  return undefined;
}

function decoded(path: string): string {
  try {
    return path.length > 1_000 ? '' : decodeURIComponent(path);
  } catch {
    return '';
  }
}

/** Of samples of code, and of names in them. */
const MAX_SAMPLE = 20_000;
const MAX_INSTALLED = 50;

/** What samples of code say how to install. */
export function installedBy(samples: readonly string[]): Published[] {
  const found = new Map<string, Published>();
  for (const sample of samples)
    for (const registry of registryNames)
      for (const command of registries[registry].commands)
        for (const rest of sample.slice(0, MAX_SAMPLE).split(`${command} `).slice(1, MAX_INSTALLED)) {
          const words = rest.slice(0, 200).trim().split(/\s+/).slice(0, 4);
          const word = words.find((one) => !one.startsWith('-'))?.replace(/^["'`]|["'`]$/g, '');
          const published = publishedAs(registry, word ?? '');
          if (published) found.set(`${registry} ${published.name}`, published);
          if (found.size >= MAX_INSTALLED) return [...found.values()];
        }
  return [...found.values()];
}
