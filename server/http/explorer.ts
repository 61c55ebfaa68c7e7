/**
 * The API described from its own declarations: a catalogue for forms, and an OpenAPI 3.1 file. Nothing is written by hand here,
 * so neither can fall behind the code.
 */
import { z } from 'zod';
import type { Access, AnonymousAccess } from '../secrets.ts';
import type { Endpoint, HeaderDeclaration, Method } from './endpoint.ts';
import type { Param } from './params.ts';
import { apiPrefix, isOfConsole } from './routes.ts';

export type JsonSchema = Record<string, unknown>;

export interface CatalogueParam {
  name: string;
  /** Everything that is not in the path goes into the query of a GET, and into the body of the others. */
  in: 'path' | 'query' | 'body';
  /** `plain` text, `json` text, or a `file` part. */
  encoding: 'plain' | 'json' | 'file';
  required: boolean;
  /** Absent = none. */
  default?: unknown;
  doc: string;
  aliases: string[];
  /** JSON Schema 2020-12 of the value. */
  schema: JsonSchema;
}

export interface Operation {
  /** What it is about: one heading for several operations. */
  subject: string;
  method: Method;
  /** From the root of the server, parameters in braces: "/api/v1/messages/{message_id}". */
  path: string;
  access: Access;
  /** What it is to those without an account; absent where they are refused. */
  anonymous?: AnonymousAccess;
  summary: string;
  deprecated: boolean;
  /** Only our own console calls it. */
  console: boolean;
  params: CatalogueParam[];
  headers: Readonly<Record<string, HeaderDeclaration>>;
  /** JSON Schema of a success; null where it is no JSON. */
  answer: JsonSchema | null;
}

/** @param endpoints by subject. @param answerOf the schema of an endpoint's success. @returns every operation, in their order. */
export function catalogue<C>(
  endpoints: ReadonlyMap<string, readonly Endpoint<C>[]>,
  answerOf: (endpoint: Endpoint<C>) => JsonSchema | null,
): Operation[] {
  return [...endpoints].flatMap(([subject, ones]) => ones.map((one) => operationOf(one, subject, answerOf(one))));
}

function operationOf(endpoint: Endpoint<never>, subject: string, answer: JsonSchema | null): Operation {
  const path = (endpoint.prefix ?? apiPrefix) + endpoint.path.replaceAll('{*', '{');
  return {
    subject,
    method: endpoint.method,
    path,
    access: endpoint.access,
    ...(endpoint.anonymous !== undefined && { anonymous: endpoint.anonymous }),
    summary: endpoint.summary,
    deprecated: endpoint.deprecated === true,
    console: isOfConsole(endpoint.path),
    params: Object.entries(endpoint.params).map(([name, param]) => described(name, param, path, endpoint)),
    headers: endpoint.headers ?? {},
    answer,
  };
}

function described(
  name: string,
  { spec }: Param<unknown>,
  path: string,
  { method, takesPayload, takesStream }: Pick<Endpoint<never>, 'method' | 'takesPayload' | 'takesStream'>,
): CatalogueParam {
  const place = path.includes(`{${name}}`)
    ? 'path'
    : method === 'GET' || takesStream === true || takesPayload === true
      ? 'query'
      : 'body';
  return {
    name,
    in: place,
    encoding: spec.encoding,
    required: spec.required || place === 'path',
    ...(spec.default !== undefined && { default: spec.default }),
    doc: spec.doc,
    aliases: [...spec.aliases],
    schema:
      spec.encoding === 'file'
        ? { type: 'string', contentMediaType: 'application/octet-stream' }
        : schemaOf(spec.schema),
  };
}

function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return withoutUnsafeBounds(rest) as JsonSchema;
}

/** Every whole number is bounded by what JSON can carry; saying so at each says nothing. */
function withoutUnsafeBounds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnsafeBounds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => !(/^(minimum|maximum)$/.test(key) && Math.abs(Number(item)) === Number.MAX_SAFE_INTEGER))
      .map(([key, item]) => [key, withoutUnsafeBounds(item)]),
  );
}

const envelope = {
  type: 'object',
  properties: { result: { const: 'success' }, msg: { type: 'string' } },
  required: ['result', 'msg'],
};
const problem = {
  type: 'object',
  properties: { result: { const: 'error' }, msg: { type: 'string' }, code: { type: 'string' } },
  required: ['result', 'msg', 'code'],
};

/**
 * @param shared schemas that answers refer to, by name. @returns an OpenAPI 3.1 document, but for the address of the server.
 */
export function openApi(
  operations: readonly Operation[],
  about: { title: string; version: string; description: string },
  shared: Readonly<Record<string, JsonSchema>> = {},
): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {});
    item[operation.method.toLowerCase()] = operationObject(operation);
  }
  return {
    openapi: '3.1.0',
    info: about,
    tags: [...new Set(operations.map(({ subject }) => subject))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'basic', description: 'E-mail address and API key.' } },
      schemas: { ...shared, Success: envelope, Error: problem },
    },
  };
}

function operationObject(operation: Operation): object {
  const { subject, method, path, access, anonymous, summary, deprecated, params, headers, answer: success } = operation;
  const parameters = [
    ...params.filter((param) => param.in !== 'body').map(parameterObject),
    ...Object.entries(headers).map(headerObject),
  ];
  const body = params.filter((param) => param.in === 'body');
  const security = access === 'anonymous' ? [] : anonymous === undefined ? [{ key: [] }] : [{}, { key: [] }];
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '-')}`.replace(/-+$/, ''),
    summary,
    tags: [subject],
    ...(deprecated && { deprecated }),
    security,
    'x-access': access,
    ...(parameters.length > 0 && { parameters }),
    ...(body.length > 0 && { requestBody: bodyObject(body) }),
    responses: {
      '200': answer('Done.', success ?? refTo('Success')),
      default: answer('Refused: code and msg say why.', refTo('Error')),
    },
  };
}

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const answer = (description: string, schema: JsonSchema): object => ({
  description,
  content: { 'application/json': { schema } },
});

function parameterObject(param: CatalogueParam): object {
  const schema = { ...param.schema, ...(param.default !== undefined && { default: param.default }) };
  return {
    name: param.name,
    in: param.in,
    required: param.required,
    ...(param.doc !== '' && { description: param.doc }),
    // JSON text in a query is a parameter with content, plain text one with a schema.
    ...(param.encoding === 'json' ? { content: { 'application/json': { schema } } } : { schema }),
  };
}

const headerObject = ([name, { doc, schema }]: [string, HeaderDeclaration]): object => ({
  name,
  in: 'header',
  required: false,
  description: doc,
  schema,
});

function bodyObject(params: readonly CatalogueParam[]): object {
  const properties = params.map((param) => [
    param.name,
    {
      ...param.schema,
      ...(param.doc !== '' && { description: param.doc }),
      ...(param.default !== undefined && { default: param.default }),
    },
  ]);
  const required = params.filter((param) => param.required).map(({ name }) => name);
  const json = params.filter(({ encoding }) => encoding === 'json');
  const media = params.some(({ encoding }) => encoding === 'file')
    ? 'multipart/form-data'
    : 'application/x-www-form-urlencoded';
  return {
    required: required.length > 0,
    content: {
      [media]: {
        schema: {
          type: 'object',
          properties: Object.fromEntries(properties),
          ...(required.length > 0 && { required }),
        },
        ...(json.length > 0 && {
          encoding: Object.fromEntries(json.map(({ name }) => [name, { contentType: 'application/json' }])),
        }),
      },
    },
  };
}
