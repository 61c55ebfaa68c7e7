/** Tests with a short form for `npm test` and a long one for `npm run test:long`: more of the same, never something else. */

/** @returns what the form that runs now has of it: a count, a size or a list. */
export const inForm = <T>(short: T, long: T): T => (process.env['HEARTH_TEST_LONG'] === 'true' ? long : short);
