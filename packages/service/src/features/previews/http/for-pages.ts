import { reaches } from '@readymark/auditor/collect/plan/reaches';
import { html } from 'ghtml';
import type { SiteChecks } from '../../../doors/http/pages/page-input.ts';
import type { Settings } from '../../../settings.ts';
import { KEPT_DAYS, ownerLimit } from '../domain/preview.ts';
import type {} from '../operations/note-changed.ts';
import { CHECK_PATH, checkPath } from './addresses.ts';
import { checkButton } from './check-page.ts';

/** What pages of the core say of previews; undefined where this service makes none. */
export const siteChecks = ({ PREVIEWS_PER_HOUR }: Settings): SiteChecks | undefined =>
  PREVIEWS_PER_HOUR === 0
    ? undefined
    : {
        submit: html`<button type="submit" class="quiet" formaction="${CHECK_PATH}" formmethod="post">Check your site</button>`,
        button: checkButton,
        checkAt: (website) => `${CHECK_PATH}?${new URLSearchParams({ website })}`,
        changedSince({ changed_sites }, audit_id) {
          const { host, urls, at } = changed_sites?.get(audit_id) ?? {};
          return host === undefined || !urls || at === undefined ? undefined : { urls, at, path: checkPath(host) };
        },
        stored: `For a site that somebody checks (/check): its host, what our robot was answered there, with times, and what a machine read in it, for ${KEPT_DAYS} days; for an hour the registration that asked with a key. Nothing is stored about who asked without a key.`,
        visits: `Whoever types an address at /check makes it ask for a preview: at most ${reaches.preview.requests} documents of a site, all with GET, once an hour, or again after a minute where nothing could be seen, and all hosts of a domain together at most ${ownerLimit.quota} times an hour. It obeys the same rules as for an audit.`,
        promised:
          'A preview (/check) is made by a machine in half a minute and reviewed by nobody. It must not be shown as an audit, and there is no badge for it.',
      };
