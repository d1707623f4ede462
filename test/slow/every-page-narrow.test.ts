import { testEveryPage } from '../world/measure/every-page-tests.ts';

/** Every page in a phone. A process for each width, so that both end in time on a busy machine. */
await testEveryPage(360);
