/** The limit of open files: which failures to load the program are put down to it. */
import { expect, test } from 'vitest';
import { isOfFewDescriptors } from './few-descriptors.ts';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

test('distinguishes a module that cannot be opened for lack of descriptors from a missing one', () => {
  for (const code of ['EMFILE', 'ENFILE']) expect(isOfFewDescriptors(failure(code))).toBe(true);
  for (const code of ['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING', 'ENOENT'])
    expect(isOfFewDescriptors(failure(code))).toBe(false);
  expect(isOfFewDescriptors('EMFILE')).toBe(false);
});
