import type { Define } from '../define.ts';

export function addServe(define: Define): void {
  define<{ withExamples: boolean }>(
    'serve',
    'run the service',
    ['serve', 'serve --with-examples'],
    async (cli, _output, options) => {
      // The doors are large, and few commands need them.
      const { serve } = await import('../../serve.ts');
      const ctx = await cli.openContext(cli.settings());
      try {
        await serve(ctx, { with_examples: options.withExamples, signal: cli.signal });
      } finally {
        await ctx.close();
      }
      return 0;
    },
  ).option('--with-examples', 'publish the fictional examples first, if the database is empty', false);
}
