/** No file imports itself by way of others, types counted. */
import { expect, test } from 'vitest';
import { circlesAmong } from './cycles.ts';
import { sourceFiles } from './tree.ts';

const rooms = ['server', 'renderer', 'electron', 'e2e'];

test('no files import each other in a circle', () => {
  expect(circlesAmong(sourceFiles(), rooms)).toEqual([]);
});

test('a circle is found, by types and by what is loaded later too', () => {
  const file = (path: string, ...targets: string[]) => ({
    path,
    imports: targets.map((target) => ({ target, isOwn: true, isTypeOnly: true })),
  });
  const files = [
    file('a/one.ts', 'a/two.ts'),
    file('a/two.ts', 'a/three.ts', 'b/four.ts'),
    file('a/three.ts', 'a/one.ts'),
  ];
  expect(circlesAmong(files, ['a'])).toEqual(['a/one.ts > a/two.ts > a/three.ts > a/one.ts']);
  expect(circlesAmong([...files, file('b/four.ts', 'b/four.ts')], ['b'])).toEqual(['b/four.ts > b/four.ts']);
  expect(circlesAmong(files, ['b'])).toEqual([]);
});
