/** Response documentation of an endpoint: by its declaration, or else by the contract, as a schema and field by field. */
import { z } from 'zod';
import { completeContract, resolvedSchema, type Contract, type JsonSchema } from '../../contract/complete.ts';
import type { AnswerField } from '../../contract/shapes/training.ts';
import { wholeAnswer, type AnswerDeclaration } from '../../http/answer.ts';
import { exampleOf } from './examples.ts';

/** How far into an answer the description goes: messages[].reactions[].emoji_name. */
const deepest = 3;
const mostFields = 400;

interface Declared {
  method: string;
  path: string;
  answer?: AnswerDeclaration;
}

/** @returns the JSON Schema of a success, the envelope with it; null where it is no JSON, or no one says anything of it. */
export function answerSchemaOf({ method, path, answer }: Declared): JsonSchema | null {
  if (answer === undefined) return contractAnswer(method, path);
  const whole = wholeAnswer(answer);
  if (whole === null) return null;
  const { $schema: _dialect, ...schema } = z.toJSONSchema(whole, { io: 'output', unrepresentable: 'any' });
  return schema as JsonSchema;
}

/** What the schemas of the contract refer to, by name. */
export function sharedSchemas(): Contract['components']['schemas'] {
  return theContract().components.schemas;
}

/** @returns the fields of its answer, the first of them; none where it is no JSON. */
export function answerFields(endpoint: Declared): AnswerField[] {
  const schema = answerSchemaOf(endpoint);
  const fields: AnswerField[] = [];
  if (schema !== null) collect(theContract(), schema, '', 0, fields);
  return fields.slice(0, mostFields);
}

/** @returns what it may answer; null where that is no JSON. */
export function answerExample(endpoint: Declared): unknown {
  const schema = answerSchemaOf(endpoint);
  return schema === null ? null : exampleOf(schema, sharedSchemas());
}

function contractAnswer(method: string, path: string): JsonSchema | null {
  const found = Object.entries(theContract().paths).find(([known]) => withoutNames(known) === withoutNames(path));
  const operation = found?.[1][method.toLowerCase()] as { responses?: Record<string, Response> } | undefined;
  const success = operation?.responses?.['200'];
  const shared = theContract()['components'] as { responses?: Record<string, Response> };
  const response = success?.$ref === undefined ? success : shared.responses?.[success.$ref.split('/').at(-1) ?? ''];
  return response?.content?.['application/json']?.schema ?? null;
}

let contract: Contract | undefined;

function theContract(): Contract {
  contract ??= completeContract();
  return contract;
}

/** A response of the contract: its own, or the name of a shared one. */
interface Response {
  $ref?: string;
  content?: Record<string, { schema?: JsonSchema }>;
}

const withoutNames = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}');

function collect(all: Contract, given: JsonSchema, prefix: string, depth: number, fields: AnswerField[]): void {
  const schema = resolved(all, given);
  const parts = [schema, ...(['allOf', 'oneOf', 'anyOf'] as const).flatMap((key) => listed(schema[key]))];
  for (const part of parts.map((one) => resolved(all, one))) {
    const required = new Set((part['required'] as string[] | undefined) ?? []);
    for (const [name, raw] of Object.entries((part['properties'] ?? {}) as Record<string, JsonSchema>)) {
      const field = resolved(all, raw);
      const full = prefix + name;
      if (fields.some((known) => known.name === full)) continue;
      fields.push({
        name: full,
        type: typeOf(all, field),
        always: required.has(name),
        note: noteOf(field),
      });
      if (depth + 1 < deepest) inside(all, field, full, depth + 1, fields);
    }
  }
}

/** The fields of an object or of the items of a list. */
function inside(all: Contract, field: JsonSchema, name: string, depth: number, fields: AnswerField[]): void {
  const { items, additionalProperties: values } = field;
  if (isSchema(items)) collect(all, items, `${name}[].`, depth, fields);
  else if (isSchema(values)) collect(all, values, `${name}.*.`, depth, fields);
  else collect(all, field, `${name}.`, depth, fields);
}

const resolved = (all: Contract, schema: JsonSchema): JsonSchema => resolvedSchema(schema, all.components.schemas);

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
const listed = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

function typeOf(all: Contract, schema: JsonSchema): string {
  const { type, items, format } = schema;
  if (type === 'array') return isSchema(items) ? `list of ${typeOf(all, resolved(all, items))}` : 'list';
  if (Array.isArray(type)) return type.join(' or ');
  if (typeof type === 'string') return typeof format === 'string' ? `${type} (${format})` : type;
  const choices = [...listed(schema['oneOf']), ...listed(schema['anyOf'])];
  const names = new Set(choices.map((one) => typeOf(all, resolved(all, one))));
  return names.size === 0 ? 'any' : [...names].join(' or ');
}

function noteOf(schema: JsonSchema): string {
  const values = schema['x-values'];
  const choices = schema['enum'];
  const notes = [
    text(schema['description']),
    isSchema(values)
      ? Object.entries(values)
          .map(([value, meaning]) => `${value}: ${String(meaning)}`)
          .join(', ')
      : Array.isArray(choices)
        ? `one of ${choices.map(String).join(', ')}`
        : '',
    text(schema['x-present-when'], 'present when '),
    text(schema['x-null-means'], 'null: '),
    schema['deprecated'] === true ? 'deprecated' : '',
  ];
  return notes.filter((note) => note !== '').join('; ');
}

const text = (value: unknown, before = ''): string => (typeof value === 'string' ? before + value : '');
