/** The list of endpoints is generated from the folder, and has every endpoint of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { endpoints } from '../api/index.ts';
import type { FieldsOf } from '../http/answer.ts';
import { apiCoverage } from '../testing/api-coverage-report.ts';
import { operationKey } from '../testing/api-coverage.ts';
import { generated, isTest, root, sourceFiles } from './tree.ts';

test('what is generated is ignored by git, so that no review shows it', () => {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  expect([...generated].filter((path) => !ignored.includes(`/${path}`))).toEqual([]);
});

test('a handler returns what it declares: anything else does not compile', () => {
  expectTypeOf<FieldsOf<{ count: z.ZodNumber }>>().toEqualTypeOf<{ count: number }>();
  const base = { method: 'GET', path: '/fields', access: 'authenticated', summary: 'Fields.', params: {} } as const;
  const declared = endpoint({ ...base, answer: { count: z.number() }, run: () => ({ count: 1 }) });
  // @ts-expect-error A text is no number.
  const other = endpoint({ ...base, answer: { count: z.number() }, run: () => ({ count: 'one' }) });
  // @ts-expect-error A field is missing.
  const missing = endpoint({ ...base, answer: { count: z.number() }, run: ({ read }) => read(() => ({})) });
  expect([declared, other, missing].map(({ path }) => path)).toEqual(['/fields', '/fields', '/fields']);
});

test('whatever a file of the API exports as an endpoint is in the list, once', async () => {
  const files = sourceFiles().filter((file) => file.path.startsWith('server/api/') && !isTest(file));
  const exported = await Promise.all(
    files
      .filter(({ path }) => path !== 'server/api/index.ts')
      .map(async ({ path }) => Object.values((await import(join(root, path))) as Record<string, unknown>)),
  );
  const found = exported.flat().filter(isEndpoint);
  expect(found.length).toBeGreaterThan(200);
  expect(found.filter((one) => !endpoints.some((listed) => listed === one))).toEqual([]);
  expect(endpoints).toHaveLength(new Set(found).size);
});

const isEndpoint = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'run' in value && 'path' in value && 'params' in value;

test('the coverage names an operation that has no endpoint, or that no test had an answer of', async () => {
  const done = new Set(['ok', 'BAD_REQUEST']);
  const all = new Map(
    endpoints.map(({ method, path }) => [operationKey(method, path), { outcomes: done, events: new Set<string>() }]),
  );
  expect((await apiCoverage(all)).missing).toEqual([]);
  const without = endpoints.filter(({ method, path }) => method !== 'POST' || path !== '/messages');
  expect((await apiCoverage(all, without)).missing).toEqual(['POST /messages: no endpoint']);
  all.delete('POST /messages');
  expect((await apiCoverage(all)).missing).toEqual([
    'POST /messages: no test had a success',
    'POST /messages: no test had a refusal',
  ]);
});
