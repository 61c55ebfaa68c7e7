/** What the contract says of an operation's answer, field by field, for people who look at one. */
import { completeContract, type Contract, type JsonSchema } from './complete.ts';
import type { AnswerField } from './shapes/training.ts';

/** How far into an answer the description goes: messages[].reactions[].emoji_name. */
const deepest = 3;
const mostFields = 400;

/** @param path below the prefix of the API, parameters in braces. @returns none for an operation that is not in the contract. */
export function answerFields(method: string, path: string): AnswerField[] {
  contract ??= completeContract();
  const found = Object.entries(contract.paths).find(([known]) => withoutNames(known) === withoutNames(path));
  const operation = found?.[1][method.toLowerCase()] as Operation | undefined;
  const schema = operation?.responses?.['200']?.content?.['application/json']?.schema;
  if (schema === undefined) return [];
  const fields: AnswerField[] = [];
  collect(contract, schema, '', 0, fields);
  return fields.slice(0, mostFields);
}

let contract: Contract | undefined;

interface Operation {
  responses?: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>;
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
      fields.push({ name: full, type: typeOf(all, field), always: required.has(name), note: noteOf({ ...field, ...raw }) });
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

function resolved(all: Contract, schema: JsonSchema): JsonSchema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema['$ref'] ?? ''))?.[1];
  return name === undefined ? schema : (all.components.schemas[name] ?? {});
}

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
