import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder into which this client's packages were installed, outside of the checkout. */
export const folder = process.env.CLIENT_FOLDER ?? '';

const prefix = 'installed:';
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith(prefix)
      ? next(specifier.slice(prefix.length), { ...context, parentURL: pathToFileURL(join(folder, 'driver.js')).href })
      : next(specifier, context),
});

/** Imports a package of that folder, which the project neither has nor knows the types of. */
export const installed = (name: string) => import(`${prefix}${name}`);
