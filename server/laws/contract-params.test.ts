/** Parameters are what the contract says: needed or not, with its defaults and its words; and so is who may call. */
import { expect, test } from 'vitest';
import { endpoints } from '../api/index.ts';
import { completeContract, resolvedSchema, type JsonSchema } from '../contract/complete.ts';
import type { Param } from '../http/params.ts';

const contract = completeContract();
const shape = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '{}');

interface Described {
  name: string;
  required: boolean;
  schema: JsonSchema;
}

/** Every operation of the contract with the endpoint that it is. */
const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) => {
    const endpoint = endpoints.find(
      (one) =>
        one.method === method.toUpperCase() && [one.path, ...(one.aliases ?? [])].map(shape).includes(shape(path)),
    );
    return endpoint === undefined ? [] : [{ name: `${method.toUpperCase()} ${path}`, operation, endpoint }];
  }),
);

const resolved = (schema: JsonSchema = {}): JsonSchema => resolvedSchema(schema, contract.components.schemas);

function described(operation: JsonSchema): Described[] {
  const query = ((operation['parameters'] ?? []) as { name: string; required?: boolean; schema?: JsonSchema }[]).map(
    ({ name, required, schema }) => ({ name, required: required === true, schema: resolved(schema) }),
  );
  const { content = {} } = (operation['requestBody'] ?? {}) as { content?: Record<string, { schema?: JsonSchema }> };
  const body = Object.values(content).flatMap(({ schema }) => {
    const { properties = {}, required = [] } = resolved(schema) as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, field]) => ({
      name,
      required: required.includes(name),
      schema: resolved(field),
    }));
  });
  return [...query, ...body];
}

/** Pairs of what the contract says of a parameter and what is declared. */
const pairs = operations.flatMap(({ name: operation, operation: said, endpoint }) =>
  described(said).flatMap(({ name, required, schema }) => {
    const found = Object.entries(endpoint.params).find(
      ([own, { spec }]) => own === name || spec.aliases.includes(name),
    );
    return found === undefined
      ? []
      : [{ name: `${operation}: ${name}`, own: found[0], param: found[1], required, schema }];
  }),
);

test('there is much to compare', () => {
  expect(pairs.length).toBeGreaterThan(300);
});

/** Where the contract and its own text differ: what the endpoint does instead. */
const neededOtherwise: Record<string, string> = {
  'GET /events: queue_id': 'without it one is registered, as its text says',
  'POST /user_uploads: filename': 'there is nothing to upload without it',
  'POST /realm/emoji/{emoji_name}: filename': 'there is no picture without it',
};

test('a parameter is needed where the contract needs it', () => {
  const wrong = pairs.filter(({ param, required }) => param.spec.required !== required).map(({ name }) => name);
  expect(wrong.toSorted()).toEqual(Object.keys(neededOtherwise).toSorted());
});

const defaultedOtherwise: Record<string, string> = {
  'GET /messages: include_anchor': 'applied by the handler, which has to know whether it was sent',
  'GET /messages: use_first_unread_anchor': 'as above',
  'POST /messages/flags/narrow: narrow': 'needed, as the contract says too',
  'POST /register: all_public_streams': 'the default is a setting of the account',
};

test('a parameter has the default of the contract', () => {
  const wrong = pairs.filter(
    ({ param, schema }) =>
      schema['default'] !== undefined && JSON.stringify(schema['default']) !== JSON.stringify(param.spec.default),
  );
  expect(wrong.map(({ name }) => name).toSorted()).toEqual(Object.keys(defaultedOtherwise).toSorted());
});

function takes(param: Param<unknown>, name: string, value: unknown): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  try {
    param.parse(name, { values: new Map([[name, text]]), structured: new Set(), files: [], ignoredFiles: [] });
    return true;
  } catch {
    return false;
  }
}

/** Words that only the domain can judge. */
const judgedLater: Record<string, string> = {
  'POST /users/me/status: reaction_type': 'with the emoji',
  'POST /users/{user_id}/status: reaction_type': 'with the emoji',
};

test('a parameter takes every word of the contract, and no other', () => {
  const worded = pairs.filter(({ schema }) => Array.isArray(schema['enum']));
  const refused = worded.flatMap(({ name, own, param, schema }) =>
    (schema['enum'] as unknown[]).filter((word) => !takes(param, own, word)).map((word) => `${name}: ${String(word)}`),
  );
  expect(refused).toEqual([]);
  const lax = worded.filter(({ own, param }) => takes(param, own, 'no_such_word') || takes(param, own, 98_765));
  expect(lax.map(({ name }) => name).toSorted()).toEqual(Object.keys(judgedLater).toSorted());
});

test('who need not sign in by the contract need not here, and no one else', () => {
  const wrong = operations.filter(({ operation, endpoint }) => {
    const security = operation['security'] ?? contract['security'];
    return (JSON.stringify(security) === '[]') !== (endpoint.access === 'anonymous');
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
