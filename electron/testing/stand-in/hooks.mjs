/** Resolves the module `electron` to the stand-in, wherever it is imported from. */

/** @param {string} name @param {object} context @param {(name: string, context: object) => unknown} next */
export function resolve(name, context, next) {
  return next(name === 'electron' ? new URL('./electron-module.ts', import.meta.url).href : name, context);
}
