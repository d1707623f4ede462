import type { BusinessKind } from '@readymark/rubric/ladder';

/** Companies of each kind of business (decision 177), as a sentence names several of them. */
export const businessWords: Record<BusinessKind, string> = {
  trade: 'local services',
  shop: 'shops',
  stay: 'places to stay or eat',
  saas: 'software services',
  api: 'API providers',
  content: 'publishers',
  public: 'public bodies',
  other: 'other companies',
};
