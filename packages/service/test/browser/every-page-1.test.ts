import { testEveryPage } from './test-every-page.ts';

/** Half of the pages: two processes, so that each ends in time on a busy machine. */
await testEveryPage(1);
