import { openBrowser } from './world/browser.ts';
import { madeCompany } from './world/made-companies.ts';
import { publish } from './world/operator.ts';
import { fakeClock, testService } from './world/service.ts';

const service = await testService('sqlite', {}, fakeClock('2026-11-30T12:00:00.000Z'));
await publish(
  service,
  [1, 2, 3].map((n) => madeCompany(n)),
);
const b = await openBrowser();
const c = await b.newContext({ viewport: { width: 1440, height: 800 } });
const p = await c.newPage();
await p.addInitScript(
  `window.all=[]; new PerformanceObserver((l) => { for (const e of l.getEntries()) window.all.push([e.value, e.startTime, ...e.sources.map((s) => [s.node?.outerHTML?.slice(0,120), JSON.stringify(s.previousRect), JSON.stringify(s.currentRect)])]); }).observe({type:'layout-shift', buffered:true});`,
);
await p.goto(`${service.url}/docs`);
await p.waitForTimeout(500);
console.log(JSON.stringify(await p.evaluate('window.all'), null, 1).slice(0, 3000));
await b.close();
await service.stop();
process.exit(0);
