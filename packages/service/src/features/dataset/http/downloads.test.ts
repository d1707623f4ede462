import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundDownloads } from './downloads.ts';

test('all addresses of one customer are one client, with four downloads at a time', () => {
  const downloads = boundDownloads();
  const [end] = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:9::3', '2001:db8::4'].map((one) => downloads.begin(one));
  assert.throws(() => downloads.begin('2001:db8::5'), /4 downloads under way/);
  downloads.begin('2001:db8:0:1::5');
  end?.();
  downloads.begin('2001:db8::5');
});
