/**
 * Wrong values for a parameter, derived from its declaration and judged twice: by the declaration, which says the exact
 * error, and by the contract, which knows nothing of the declaration and so finds one that is too lax.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { completeContract, resolvedSchema, type JsonSchema } from '../contract/complete.ts';
import { ApiError } from '../errors.ts';
import type { Param } from '../http/params.ts';
import { contractPath } from '../testing/contract.ts';

export const badKinds = ['missing', 'wrong type', 'malformed JSON', 'out of range', 'null byte', 'huge'] as const;
export type BadKind = (typeof badKinds)[number];

/** What must come of a value: this very error; any refusal; or nothing worse than a refusal. */
export type Expected = { status: number; code: string; msg: string } | 'refused' | 'survived';

export interface BadValue {
  kind: BadKind;
  name: string;
  /** What is sent; undefined leaves the parameter out. */
  text: string | undefined;
  expected: Expected;
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const wrongTypes = ['no-such-word', '1.5', '[]', '{"a":1}', '"text"', 'true', '[null]', ''];
const malformed = ['[', "{'a':1}", '[1,]'];
const outOfRange = ['-1', '9007199254740993', '99999999999999999999', '1e400', '[-1]'];

/** Small where it has to fit into an address, or where so many parameters are alike that size is another's test. */
function huge(isJson: boolean, isSmall: boolean): string[] {
  const letters = 'x'.repeat(isSmall ? 6000 : 100_000);
  const digits = '9'.repeat(5000);
  if (!isJson) return [letters, digits];
  const list = `[${'0,'.repeat(isSmall ? 2500 : 100_001)}0]`;
  return [letters, list, nested(isSmall ? 2500 : 50_000), `[${digits}]`];
}

function nullBytes(valid: string, isJson: boolean): string[] {
  const plain = [`${valid}\0`];
  return isJson ? [...plain, '["a\\u0000b"]', '{"content":"\\u0000"}'] : plain;
}

/** Every bad value for a parameter whose valid text is given; undefined when the valid call does not have it. */
export function badValues(endpoint: ApiEndpoint, name: string, valid: string | undefined): BadValue[] {
  const param = endpoint.params[name];
  if (param === undefined || param.spec.encoding === 'file') return [];
  const isJson = param.spec.encoding === 'json';
  const isInPath = new RegExp(`\\{\\*?${name}\\}`).test(endpoint.path);
  const isSmall =
    isInPath || endpoint.method === 'GET' || endpoint.takesStream === true || Object.keys(endpoint.params).length > 40;
  const contract = contractSchema(endpoint, name);
  const texts: [BadKind, string | undefined][] = [
    ...(param.spec.required && !isInPath ? [['missing', undefined] as [BadKind, undefined]] : []),
    ...wrongTypes.map((text): [BadKind, string] => ['wrong type', text]),
    ...(isJson ? malformed.map((text): [BadKind, string] => ['malformed JSON', text]) : []),
    ...outOfRange.map((text): [BadKind, string] => ['out of range', text]),
    ...nullBytes(valid ?? 'x', isJson).map((text): [BadKind, string] => ['null byte', text]),
    ...huge(isJson, isSmall).map((text): [BadKind, string] => ['huge', text]),
  ];
  return texts
    .filter(([, text]) => text !== valid && !(isInPath && text === ''))
    .map(([kind, text]) => {
      const expected = judge(param, name, text, isInPath, contract);
      // No declaration may take a null byte.
      return { kind, name, text, expected: kind === 'null byte' && expected === 'survived' ? 'refused' : expected };
    });
}

function judge(
  param: Param<unknown>,
  name: string,
  text: string | undefined,
  isInPath: boolean,
  contract: ValidateFunction | undefined,
): Expected {
  const error = declaredError(param, name, text);
  // In a path the value also chooses among endpoints, so another sentence may be the right one.
  if (error !== undefined) return isInPath ? 'refused' : { status: error.status, code: error.code, msg: error.message };
  return text !== undefined && contract !== undefined && !isRight(contract, text) ? 'refused' : 'survived';
}

function declaredError(param: Param<unknown>, name: string, text: string | undefined): ApiError | undefined {
  try {
    const values = new Map(text === undefined ? [] : [[name, text]]);
    param.parse(name, { values, structured: new Set(), files: [], ignoredFiles: [] });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Whether the contract takes a text, as it stands or read as JSON. */
function isRight(validate: ValidateFunction, text: string): boolean {
  if (validate(text)) return true;
  try {
    return validate(JSON.parse(text)) === true;
  } catch {
    return false;
  }
}

const contract = completeContract();
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'contract', ...contract });

/** What the contract says of a request parameter; undefined for what only Hearth has. */
function contractSchema(endpoint: ApiEndpoint, name: string): ValidateFunction | undefined {
  const example = endpoint.path.replaceAll(/\{[^}]+\}/g, '1');
  const path = endpoint.prefix === undefined ? contractPath(endpoint.method, example) : undefined;
  const operation = path === undefined ? undefined : contract.paths[path]?.[endpoint.method.toLowerCase()];
  if (operation === undefined) return undefined;
  const listed = (operation['parameters'] ?? []) as { name: string; schema?: JsonSchema; content?: Content }[];
  const found = listed.find((each) => each.name === name);
  const inBody = Object.values((operation['requestBody'] as { content?: Content } | undefined)?.content ?? {});
  const properties = inBody.map(
    ({ schema }) =>
      (resolvedSchema(schema ?? {}, contract.components.schemas)['properties'] ?? {}) as Record<string, JsonSchema>,
  );
  const schema =
    found?.schema ?? Object.values(found?.content ?? {})[0]?.schema ?? properties.find((each) => name in each)?.[name];
  return schema === undefined ? undefined : ajv.compile(absolute(schema));
}

type Content = Record<string, { schema?: JsonSchema }>;

/** References that also hold outside the contract's own document. */
function absolute(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/')) as JsonSchema;
}
