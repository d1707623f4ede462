import { describe, test } from 'node:test';
import { shortForm, shortForms } from '../short-forms.ts';

describe('in its short form', () => {
  for (const [name, form] of Object.entries(shortForms))
    if (form.slow)
      test(`npm run bench ${name} measures and ends`, async () => {
        await shortForm(name, form);
      });
});
