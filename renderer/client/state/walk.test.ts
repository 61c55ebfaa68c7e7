/**
 * The walk in its short form: fifty sequences of whatever the API lets people of every role do, and after each of them the law of
 * state. Every operation that can change something is in it, or says why not. The long form is `npm run walk`.
 */
import { expect, test } from 'vitest';
import { endpoints } from '../../../server/api/index.ts';
import { lifelessReason } from '../../../server/spec/operation-facts.ts';
import { operationKey } from '../../../server/testing/api-coverage.ts';
import { changeable, valuesOf } from '../../../server/testing/life/settings.ts';
import { walk, type Tried } from '../../../server/testing/life/walk.ts';

const worlds = [1, 11, 21, 31, 41];
const tried: Tried[] = [];

test.each(worlds)('after each of ten sequences everyone knows what they would be reported (%i)', async (first) => {
  const seeds = Array.from({ length: 10 }, (_, at) => first + at);
  const world = await walk({ seeds, steps: 24 });
  tried.push(world);
  // It was a walk, and no one stood still.
  expect([...world.values()].filter(({ succeeded }) => succeeded > 0).length).toBeGreaterThan(80);
});

const changing = endpoints.filter(({ method }) => method !== 'GET');
const of = (method: string, path: string): { succeeded: number; refused: number }[] =>
  tried.flatMap((world) => world.get(operationKey(method, path)) ?? []);

test('every operation that changes something was among them, or says why not', () => {
  expect(tried).toHaveLength(worlds.length);
  const missing = changing.filter(
    (endpoint) => lifelessReason(endpoint) === undefined && of(endpoint.method, endpoint.path).length < tried.length,
  );
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('and each of them succeeded in one of them, for refusals alone would say nothing', () => {
  const refused = changing.filter(
    (endpoint) =>
      lifelessReason(endpoint) === undefined &&
      of(endpoint.method, endpoint.path).every(({ succeeded }) => succeeded === 0),
  );
  expect(refused.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('every setting has two values to go between', () => {
  const stiff = changeable.filter(([, schema]) => valuesOf(schema, [17]).length < 2);
  // Passwords are the only way in.
  expect(stiff.map(([name]) => name)).toEqual(['authentication_methods']);
});
