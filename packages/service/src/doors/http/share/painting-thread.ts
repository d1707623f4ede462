import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** The thread of painter.ts: receives an SVG with the width of its image, and posts the bytes of a PNG. */

/** On Linux this sets the priority of the calling thread alone: requests go first, however long drawing takes. */
if (process.platform === 'linux') setPriority(0, 19);

const file = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(name)));
const font = (part: string, weight: number) => file(`@fontsource/inter/files/inter-${part}-${weight}-normal.woff2`);

/** Machines may have no font, so the images bring their own (Inter, OFL 1.1); names are drawn in its semibold. */
const fontBuffers = [
  ...['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'].map((part) => font(part, 600)),
  font('latin', 400),
  font('latin-ext', 400),
];
const ready = initWasm(file('@resvg/resvg-wasm/index_bg.wasm'));

type PaintJob = { id: number; svg: string; width: number };

parentPort?.on('message', async ({ id, svg, width }: PaintJob) => {
  await ready;
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { fontBuffers, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
  });
  const image = drawing.render();
  const png = new Uint8Array(image.asPng());
  image.free();
  drawing.free();
  parentPort?.postMessage({ id, png }, [png.buffer]);
});
