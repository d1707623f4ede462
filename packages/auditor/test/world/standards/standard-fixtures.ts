import type { StandardId } from '../../../src/standards/standards.ts';
import { interfaces } from './apis.ts';
import { documents } from './documents.ts';
import type { StandardFixtures } from './fixture.ts';
import { permissions } from './permissions.ts';
import { registered } from './registries.ts';
import { robotsRules } from './robots.ts';

/**
 * Made-up sites that have each standard right, wrong, as a platform makes it, and declared but dead, and what is proposed for them: a row
 * a standard of the table (decision 210). A sentence in place of sites says why there are none.
 */
export const standardFixtures: Readonly<Record<StandardId, StandardFixtures | string>> = {
  ...documents,
  ...interfaces,
  ...permissions,
  ...robotsRules,
  ...registered,
  security_txt: 'No ladder asks for it: it is for people who report a weakness.',
  web_bot_auth: 'No ladder asks for it: a company that sends no robots needs no such keys.',
  dns_aid: 'Not looked for: records are asked of a resolver and not of the site.',
};
