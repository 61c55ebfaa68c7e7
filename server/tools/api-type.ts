/**
 * Types for TypeScript: `type Api`, of every operation the parameters and the answer, from the declarations; and the schemas of the
 * contract.
 */
import { z } from 'zod';
import { answerSchemaOf } from '../api/console/answers.ts';
import type { JsonSchema } from '../contract/complete.ts';
import type { AnswerDeclaration } from '../http/answer.ts';
import type { Params } from '../http/params.ts';

interface Declared {
  method: string;
  path: string;
  prefix?: string;
  aliases?: readonly string[];
  params: Params;
  answer?: AnswerDeclaration;
}

/** @returns the module, server/contract/api.ts. */
export function apiTypeModule(endpoints: readonly Declared[]): string {
  const lines = endpoints
    .filter(({ prefix }) => prefix === undefined)
    .flatMap((endpoint) => [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({ ...endpoint, path })))
    .map(
      (one) =>
        `  '${one.method} ${one.path.replaceAll('{*', '{')}': { params: ${paramsOf(one)}; answer: ${typeOf(answerSchemaOf(one) ?? {})} };`,
    )
    .toSorted();
  return [
    '// Generated from the declarations in server/api by server/tools/write-api-type.ts; do not edit.',
    "import type { components } from './types.ts';",
    "type Schemas = components['schemas'];",
    'export interface Api {',
    ...new Set(lines),
    '}',
    '',
  ].join('\n');
}

/** @returns the module, server/contract/types.ts. @param schemas of the contract, by name */
export function contractTypesModule(schemas: Readonly<Record<string, JsonSchema>>): string {
  return [
    '// Generated from server/contract/openapi.json by server/tools/write-api-type.ts; do not edit.',
    "type Schemas = components['schemas'];",
    'export interface components {',
    '  schemas: {',
    ...Object.entries(schemas).map(([name, schema]) => `    ${name}: ${typeOf(schema)};`),
    '  };',
    '}',
    '',
  ].join('\n');
}

/** What is not in the path; older names of parameters are not for new programs. */
function paramsOf({ path, params }: Declared): string {
  const fields = Object.entries(params)
    .filter(([name]) => !path.includes(`{${name}}`) && !path.includes(`{*${name}}`))
    .map(([name, { spec }]) => {
      const type = spec.encoding === 'file' ? 'Blob' : typeOf(jsonSchema(spec.schema));
      return `${name}${spec.required ? '' : '?'}: ${type}${spec.required ? '' : ' | undefined'}`;
    });
  return `{ ${fields.join('; ')} }`;
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

/** The TypeScript type of a JSON Schema, as far as our schemas go. */
function typeOf(schema: JsonSchema): string {
  const { $ref: ref, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema;
  if (typeof ref === 'string') return `Schemas['${ref.split('/').at(-1) ?? ''}']`;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return `(${[...new Set(choices.map((one) => typeOf(one as JsonSchema)))].join(' | ')})`;
  if (Array.isArray(allOf)) return `(${allOf.map((one) => typeOf(one as JsonSchema)).join(' & ')})`;
  if (Array.isArray(type)) return type.map((one: unknown) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'object') return objectOf(schema);
  if (type === 'array') return arrayOf(schema);
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[String(type)] ??
    'unknown'
  );
}

function objectOf({ properties, required, additionalProperties, propertyNames }: JsonSchema): string {
  const needed = new Set((required as string[] | undefined) ?? []);
  const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, field]) =>
      `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${needed.has(name) ? '' : '?'}: ${typeOf(field)}`,
  );
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  const value =
    typeof additionalProperties === 'object' && additionalProperties !== null
      ? typeOf(additionalProperties as JsonSchema)
      : 'unknown';
  const names = (propertyNames as JsonSchema | undefined)?.['enum'];
  return Array.isArray(names) ? `Record<${typeOf({ enum: names })}, ${value}>` : `{ [key: string]: ${value} }`;
}

function arrayOf({ items, prefixItems }: JsonSchema): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((one) => typeOf(one as JsonSchema)).join(', ')}]`;
  return `(${typeOf((items ?? {}) as JsonSchema)})[]`;
}
