import type { Feature } from '../../operations/context.ts';

/** Previews of sites by a machine, for whoever asks: /check, and the same for agents (decision 180). */
export const previews: Feature = {
  name: 'previews',
  operations: async () => (await import('./operations/index.ts')).previewOperations,
  jobs: [
    {
      name: 'previews',
      every_ms: 0,
      run: async (ctx, signal) => (await import('./operations/run-previews.ts')).startPreviews(ctx, signal),
    },
    {
      // All pages are drawn anew when it changes.
      name: 'changed sites',
      every_ms: 30_000,
      run: async (ctx) => (await import('./operations/note-changed.ts')).noteChanged(ctx),
    },
    {
      name: 'old previews',
      every_ms: 600_000,
      run: async (ctx) => (await import('./operations/forget-previews.ts')).forgetOldPreviews(ctx),
    },
  ],
  previewOf: async (...given) => (await import('./operations/preview-of.ts')).previewOf(...given),
  doctor: async () => [(await import('./store/doctor.ts')).checkPreviews],
  http: async () => (await import('./http/part.ts')).previewsPart,
  commands: { 'check-site': async () => (await import('./cli/check-site.ts')).addCheckSite },
  stopped: async (ctx) => (await import('./operations/run-previews.ts')).previewsOver(ctx),
};
