import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madePage, madeSite } from '../../../test/world/made-site.ts';
import { facts } from './index.ts';

const tools = (where: string) =>
  facts.get('page_tools')?.find(
    madeSite({
      '/': madePage(
        `<script>${where}.modelContext?.registerTool?.({ name: 'find_mill', description: 'Finds a mill.', execute() {} });</script>`,
      ),
    }),
    {},
  ) ?? assert.fail();

test('tools that a page offers in the browser are named; what browsers removed is said to be dead', () => {
  assert.equal(tools('document').says.list, 'find_mill');
  const dead = tools('navigator');
  assert.equal(dead.likely, 0);
  assert.match(String(dead.says.how), /which browsers removed/);
});
