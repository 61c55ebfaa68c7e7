/** The API is whole: every operation of the contract is declared once, with its parameters and its kind of access. */
import { expect, test } from 'vitest';
import { answerSchemaOf } from '../api/console/answers.ts';
import { endpoints } from '../api/index.ts';
import { completeContract, resolvedSchema, type JsonSchema } from '../contract/complete.ts';

const contract = completeContract();

interface Operation {
  name: string;
  method: string;
  path: string;
  item: JsonSchema;
}

const operations: Operation[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    item: operation as JsonSchema,
  })),
);

/** Sent by the server, not served by it. */
const sentByUs = new Set(['POST /service-outgoing-webhook']);

const shape = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '{}');
const declared = endpoints.flatMap((endpoint) =>
  [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({ key: `${endpoint.method} ${shape(path)}`, endpoint })),
);

test('every operation of the contract has an endpoint', () => {
  const keys = new Set(declared.map(({ key }) => key));
  const missing = operations
    .filter(({ name, method, path }) => !sentByUs.has(name) && !keys.has(`${method} ${shape(path)}`))
    .map(({ name }) => name);
  expect(missing).toEqual([]);
});

test('every parameter of the contract is known to its endpoint', () => {
  const unknown = operations.flatMap(({ name, method, path, item }) => {
    if (sentByUs.has(name)) return [];
    const found = declared.filter(({ key }) => key === `${method} ${shape(path)}`);
    const known = new Set(
      found.flatMap(({ endpoint }) =>
        Object.entries(endpoint.params).flatMap(([param, { spec }]) => [param, ...spec.aliases]),
      ),
    );
    const takesFile = found.some(({ endpoint }) =>
      Object.values(endpoint.params).some(({ spec }) => spec.encoding === 'file'),
    );
    return requestParams(item)
      .filter((param) => !known.has(param) && !(takesFile && param === 'filename'))
      .map((param) => `${name}: ${param}`);
  });
  expect(unknown).toEqual([]);
});

test('no two endpoints claim one method and path', () => {
  const keys = endpoints.flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].map(
      (path) => `${endpoint.prefix ?? '/api/v1'} ${endpoint.method} ${path}`,
    ),
  );
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
});

test('every endpoint has a schema of its answer, or says that it answers with no JSON', () => {
  const silent = endpoints.filter((endpoint) => endpoint.answer !== 'file' && answerSchemaOf(endpoint) === null);
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('no endpoint says again what the contract says of its answer', () => {
  const again = endpoints.filter(
    (endpoint) => endpoint.answer !== undefined && answerSchemaOf({ ...endpoint, answer: undefined }) !== null,
  );
  expect(again.map(({ method, prefix, path }) => `${method} ${prefix ?? '/api/v1'}${path}`)).toEqual([
    // One path, two things: the contract has the address of the file, this is the file.
    'GET /user_uploads/{realm_id_str}/{*filename}',
  ]);
});

test('every endpoint says in a sentence what it does', () => {
  expect(
    endpoints.filter(({ summary }) => !/^[A-Z].*\.$/s.test(summary)).map(({ method, path }) => `${method} ${path}`),
  ).toEqual([]);
});

test('path parameters are declared like all others', () => {
  const undeclared = endpoints.flatMap(({ method, path, params }) =>
    [...path.matchAll(/\{\*?([^}]+)\}/g)]
      .map(([, name = '']) => name)
      .filter((name) => params[name] === undefined)
      .map((name) => `${method} ${path}: ${name}`),
  );
  expect(undeclared).toEqual([]);
});

function requestParams(operation: JsonSchema): string[] {
  const query = ((operation['parameters'] ?? []) as { name: string; in: string }[])
    .filter((param) => param.in === 'query')
    .map((param) => param.name);
  const content =
    (operation['requestBody'] as { content?: Record<string, { schema?: JsonSchema }> } | undefined)?.content ?? {};
  const body = Object.values(content).flatMap(({ schema }) =>
    Object.keys((resolvedSchema(schema ?? {}, contract.components.schemas)['properties'] ?? {}) as object),
  );
  return [...query, ...body];
}
