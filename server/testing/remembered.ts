/** Cached data compared with a fresh read after each kind of change. */
import { expect, test } from 'vitest';
import type { Client } from './client.ts';

/**
 * Reads all of something as everyone, in every form.
 * @param readers are asked for with each reading. @param bothWays as it is answered, and as it is when all is read again.
 * @returns a function that expects the two to be equal, and gives the text of it.
 */
export function readByAll<Form>(
  readers: () => readonly (readonly [name: string, client: Client])[],
  forms: readonly Form[],
  bothWays: (client: Client, form: Form) => Promise<readonly [answered: object, again: object]>,
): () => Promise<string> {
  return async () => {
    const seen: string[] = [];
    for (const [name, client] of readers())
      for (const form of forms) {
        const [answered, again] = await bothWays(client, form);
        expect(answered, `${name} ${JSON.stringify(form)}`).toEqual(again);
        seen.push(JSON.stringify(answered));
      }
    return seen.join('\n');
  };
}

/**
 * Tests that what is read is the same once more, and that each change is seen.
 * @param what with its verb: the names of the tests begin so.
 * @param everythingRead reads all of it both ways, expects them to be equal, and gives the text of it.
 * @returns the text that was read last.
 */
export function testRemembered(
  what: string,
  everythingRead: () => Promise<string>,
  changes: Readonly<Record<string, () => Promise<unknown>>>,
): () => string {
  let before = '';
  test(`${what} the same when nothing is remembered`, async () => {
    before = await everythingRead();
    // Once more, from what is remembered now.
    expect(await everythingRead()).toBe(before);
  });

  test.each(Object.keys(changes))(`${what} the same after %s`, async (name) => {
    await changes[name]?.();
    const after = await everythingRead();
    expect(after).not.toBe(before);
    before = after;
  });
  return () => before;
}
