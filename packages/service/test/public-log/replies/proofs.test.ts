import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLimit } from '../../../../../test/world/wait.ts';
import { hasToken, isProvable, placesOf } from '../../../src/domain/replies/domain-token.ts';
import { leadsTo, playDomains, says } from './played-domains.ts';

/** A company shows that it holds the domain of its website, and nobody else does (decision 155). */
const token = '0123456789abcdef0123456789abcdef';
const line = `readymark-reply=${token}`;
const FILE = '/.well-known/readymark-reply.txt';

const domains = await playDomains([
  ...['www.acme.com', 'acme.com', 'app.acme.com', 'elsewhere.com', 'xn--bcher-kva.com'],
  ...['acme.github.io', 'other.github.io', 'github.io', 'gitlab.io'],
]);
const { txt, files, addresses, asked } = domains;

async function look(website = 'https://www.acme.com/offer?x=1', opt_out: string[] = []) {
  const { dns_name, file_url } = placesOf(website);
  const places = { dns_name, file_url };
  const { dns, file } = await domains.proofs(opt_out).look(places, (texts) => hasToken(texts, token));
  return { dns: dns?.problem ?? (dns?.found ? 'found' : dns), file: file.found ? 'found' : file.problem };
}

function only(dns: string[][] | 'silent' | Buffer | undefined, answers: Parameters<typeof files.set>[1] | undefined) {
  for (const map of [txt, files, addresses]) map.clear();
  asked.length = 0;
  if (dns) txt.set('_readymark-reply.acme.com', dns);
  if (answers) files.set(`www.acme.com${FILE}`, answers);
}

test('the two places follow from the website: its host, and nothing of its path and port', () => {
  const places = (website: string) => {
    const { dns_name, file_url } = placesOf(website);
    return [dns_name, file_url];
  };
  assert.deepEqual(places('https://www.acme.com:8443/offer'), [
    '_readymark-reply.acme.com',
    `https://www.acme.com${FILE}`,
  ]);
  assert.deepEqual(places('http://app.acme.co.uk./'), [
    '_readymark-reply.app.acme.co.uk',
    `https://app.acme.co.uk${FILE}`,
  ]);
  assert.deepEqual(places('https://bücher.com/')[0], '_readymark-reply.xn--bcher-kva.com');
  assert.deepEqual(places('https://www.github.io/')[0], '_readymark-reply.www.github.io');
  assert.deepEqual(places('https://acme.github.io/')[0], '_readymark-reply.acme.github.io');
  // Names below it belong to others.
  assert.deepEqual(places('https://github.io/'), [null, `https://github.io${FILE}`]);
  for (const website of ['https://acme.com', 'https://acme.github.io/', 'https://github.io/', 'https://bücher.com./'])
    assert.ok(isProvable(website), website);
  for (const website of [
    'http://127.0.0.1/',
    'http://[::1]/',
    'https://localhost/',
    'https://acme.example/',
    'https://co.uk/',
  ])
    assert.ok(!isProvable(website), website);
});

test('the TXT record or the file shows it, each alone; robots.txt is not asked', async () => {
  only([['v=spf1 -all'], [line]], undefined);
  assert.deepEqual(await look(), { dns: 'found', file: 'it was answered with 404' });
  only(undefined, says(`# ours\r\n ${token} \r\n`));
  assert.deepEqual(await look(), { dns: 'the name has no TXT record', file: 'found' });
  assert.deepEqual(asked.toSorted(), ['_readymark-reply.acme.com', `www.acme.com${FILE}`]);
  only([[line.slice(0, 10), line.slice(10)]], says(`\ufeff${line}`));
  assert.deepEqual(await look(), { dns: 'found', file: 'found' });
});

test('an IDN, and a company at a shared host, show their own host alone', async () => {
  only(undefined, undefined);
  txt.set('_readymark-reply.xn--bcher-kva.com', [[token]]);
  assert.equal((await look('https://bücher.com/')).dns, 'found');
  files.set(`other.github.io${FILE}`, says(line));
  assert.notEqual((await look('https://acme.github.io/')).file, 'found');
  files.set(`acme.github.io${FILE}`, leadsTo(`https://other.github.io${FILE}`));
  assert.match((await look('https://acme.github.io/')).file ?? '', /redirects to another site/);
  txt.set('_readymark-reply.github.io', [[token]]);
  files.set(`github.io${FILE}`, says(line));
  assert.deepEqual(await look('https://github.io/'), { dns: null, file: 'found' });
  // Two public suffixes have no owner in common.
  files.set(`github.io${FILE}`, leadsTo(`https://gitlab.io${FILE}`));
  files.set(`gitlab.io${FILE}`, says(line));
  assert.match((await look('https://github.io/')).file ?? '', /redirects to another site/);
});

test('a token that is not quite there is not there', async () => {
  only([[`${line}0`], [`x${line}`], ['readymark-reply', token.toUpperCase()]], says(`<p>${line}</p>`));
  assert.deepEqual(await look(), {
    dns: 'no TXT record of the name is the token',
    file: 'no line of the file is the token',
  });
  // Another name, another host, another site that a redirect leads to, and the plain web.
  only(undefined, leadsTo(`https://elsewhere.com${FILE}`));
  txt.set('acme.com', [[line]]);
  txt.set('_readymark-reply.www.acme.com', [[line]]);
  files.set(`acme.com${FILE}`, says(line));
  files.set(`elsewhere.com${FILE}`, says(line));
  const other = await look();
  assert.equal(other.dns, 'the name has no TXT record');
  assert.match(other.file ?? '', /redirects to another site/);
  assert.ok(!asked.some((place) => place.startsWith('elsewhere')), asked.join());
  only(undefined, leadsTo('http://www.acme.com/plain'));
  assert.match((await look()).file ?? '', /from https to http/);
  only(undefined, leadsTo(`https://acme.com${FILE}`));
  files.set(`acme.com${FILE}`, says(line));
  assert.equal((await look()).file, 'found', 'the same owner');
});

test('what a hostile domain answers costs little, and shows nothing', async () => {
  const long = Array.from({ length: 250 }, (_, at) => [`${'x'.repeat(240)}${at}`]);
  only([...long, [line]], says(`${'x\n'.repeat(4_000)}${line}`));
  assert.deepEqual(await look(), {
    dns: 'no TXT record of the name is the token',
    file: 'no line of the file is the token',
  });
  only([[line], ...long], says(Buffer.from(`\ufeff${line}`, 'utf16le')));
  assert.deepEqual(await look(), { dns: 'found', file: 'no line of the file is the token' });
  const begun = performance.now();
  only('silent', (_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/plain' });
    reply.write(`${line}`);
    const more = setInterval(() => reply.write('x'), 100);
    reply.once('close', () => clearInterval(more));
  });
  const slow = await look();
  assert.ok(performance.now() - begun < timeLimit(15_000));
  assert.equal(slow.dns, 'the name was not answered in time');
  assert.notEqual(slow.file, 'found');
  only(Buffer.from('ffffffffffffffffffffffffffff', 'hex'), (_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'br' }).end(`${line}`);
  });
  const broken = await look();
  assert.ok(broken.dns !== 'found' && broken.file !== 'found', JSON.stringify(broken));
});

test('an address that is not public is not visited, nor one that moves inside meanwhile, nor a domain that is opted out', async () => {
  only(undefined, says(line));
  addresses.set('www.acme.com', [['10.0.0.7']]);
  assert.match((await look()).file ?? '', /not public/);
  assert.deepEqual(
    asked.filter((place) => place.startsWith('www')),
    [],
  );
  only(undefined, leadsTo(`https://www.acme.com/second`));
  files.set('www.acme.com/second', says(line));
  files.set(`www.acme.com${FILE}`, (_, reply) => {
    reply.writeHead(302, { location: '/second', connection: 'close' }).end();
  });
  addresses.set('www.acme.com', [['93.184.216.34'], ['127.0.0.1']]);
  assert.match((await look()).file ?? '', /not public/);
  only([[line]], says(line));
  const { dns, file } = await look('https://www.acme.com/', ['acme.com']);
  assert.equal(dns, 'found');
  assert.match(file ?? '', /does not wish to be visited/);
  assert.deepEqual(asked, ['_readymark-reply.acme.com']);
});
