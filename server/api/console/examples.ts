/**
 * Example response of an operation: made from the schema that its declaration or the contract gives, with values that
 * one may meet. Nothing of it is data of this server.
 */
import { resolvedSchema, type JsonSchema } from '../../contract/complete.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** How deep objects lie in each other at most: schemas may name themselves. */
const deepest = 8;

/** Values by the name of their field. */
const texts: readonly [RegExp, string][] = [
  [/email$/, 'amara@example.com'],
  [/(^|_)full_name$|^(name|sender)_full_name$/, 'Amara Okafor'],
  [/^(subject|topic|topic_name|orig_subject|prev_topic|match_subject)$/, 'greetings'],
  [/^(stream|channel)_name$|^display_recipient$/, 'general'],
  [/^(rendered_)?(content|prev_content|match_content|prev_rendered_content)$/, '<p>Hello</p>'],
  [/_html|^rendered/, '<p>Hello</p>'],
  [/description$/, 'What it is for'],
  [/url|uri|path$|href/, 'http://chat.example.com/path'],
  [/queue_id$/, 'c0ffee00-1234-4abc-8def-001122334455'],
  [/(^|_)(key|token)$/, 'abcdefghijklmnopqrstuvwxyz012345'],
  [/emoji_name$/, 'tada'],
  [/emoji_code$/, '1f389'],
  [/reaction_type$|emoji_type$/, 'unicode_emoji'],
  [/network$/, '192.168.0.0/16'],
  [/^issuer$/, 'https://login.example.com'],
  [/_domain$/, 'example.com'],
  [/^ldap_server$/, 'dc1.example.com'],
  [/^ldap_\w+_attribute$/, 'mail'],
  // No extra certificate: an example of one would be a page long.
  [/_certificate$/, ''],
  [/fingerprint$/, 'A1:B2:C3:D4:E5:F6:07:18:29:3A:4B:5C:6D:7E:8F:90'],
  [/timezone$/, 'Europe/Berlin'],
  [/language$/, 'en'],
  [/version$/, '1.0'],
  [/date/, '2026-01-05'],
  [/^client$|_client$/, 'website'],
];

const numbers: readonly [RegExp, number][] = [
  [/_ms$/, 1_767_607_200_000],
  [/timestamp|^date_|_date$|_at$|_time$|^time$/, 1_767_607_200],
  [/^(message_id|id|anchor|max_message_id|first_message_id|orig_message_id)$|message_id$/, 4711],
  [/user_id$|^(sender_id|creator|owner_id)$|_user$/, 10],
  [/stream_id$|channel_id$/, 5],
  [/_id$/, 7],
  [/role$/, 400],
  [/bytes|size|space/, 24_576],
  [/count|total|num_|weekly/, 3],
];

/** @param all the schemas that `schema` may refer to. @returns a value that the schema allows. */
export function exampleOf(schema: JsonSchema, all: Schemas): unknown {
  return valueOf(schema, '', { all, depth: 0 });
}

interface Place {
  all: Schemas;
  depth: number;
}

function valueOf(given: JsonSchema, name: string, place: Place): unknown {
  const schema = resolvedSchema(given, place.all);
  if ('const' in schema) return schema['const'];
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choices[0];
  const parts = schemasIn(schema['allOf']);
  if (parts.length > 0) return Object.assign({}, ...parts.map((part) => valueOf(part, name, place)));
  const [either] = [...schemasIn(schema['oneOf']), ...schemasIn(schema['anyOf'])];
  if (either !== undefined && schema['properties'] === undefined) return valueOf(either, name, place);
  const type = Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type'];
  if (type === 'object' || schema['properties'] !== undefined) return objectOf(schema, name, place);
  if (type === 'array') return listOf(schema, name, place);
  if (type === 'integer' || type === 'number') return numberOf(schema, name);
  if (type === 'boolean') return false;
  if (type === 'string') return textOf(schema, name);
  return null;
}

function objectOf(schema: JsonSchema, name: string, { all, depth }: Place): Record<string, unknown> {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  const inside = { all, depth: depth + 1 };
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
    // What comes in certain cases only would show cases together that never are.
    .filter(([field]) => required.has(field) || (depth === 0 && field !== 'ignored_parameters_unsupported'))
    .map(([field, value]) => [field, field === 'msg' ? '' : valueOf(value, field, inside)] as const);
  const values = schema['additionalProperties'];
  if (fields.length > 0 || typeof values !== 'object' || values === null || depth >= deepest)
    return Object.fromEntries(fields);
  const names = (schema['propertyNames'] as JsonSchema | undefined)?.['enum'] as string[] | undefined;
  const keys = names ?? [/user|presence|status/.test(name) ? '10' : 'key'];
  return Object.fromEntries(keys.map((key) => [key, valueOf(values as JsonSchema, name, inside)]));
}

function listOf(
  { items, prefixItems, minItems, maxItems }: JsonSchema,
  name: string,
  { all, depth }: Place,
): unknown[] {
  const inside = { all, depth: depth + 1 };
  const fixed = schemasIn(prefixItems);
  if (fixed.length > 0) return fixed.map((item) => valueOf(item, name, inside));
  if (typeof items !== 'object' || items === null || maxItems === 0 || depth >= deepest) return [];
  const item = valueOf(items as JsonSchema, name.replace(/s$/, ''), inside);
  return Array.from({ length: Math.max(1, Number(minItems ?? 1)) }, () => item);
}

function numberOf({ minimum = -Infinity, maximum = Infinity }: JsonSchema, name: string): number {
  const value = numbers.find(([pattern]) => pattern.test(name))?.[1] ?? 1;
  return Math.min(Math.max(value, Number(minimum)), Number(maximum));
}

function textOf({ format, pattern, maxLength = Infinity }: JsonSchema, name: string): string {
  if (format === 'date-time') return '2026-01-05T10:00:00Z';
  if (format === 'date') return '2026-01-05';
  if (typeof pattern === 'string' && new RegExp(pattern).test('1')) return '1';
  const value = texts.find(([known]) => known.test(name))?.[1] ?? (name === '' ? 'text' : name.replaceAll('_', ' '));
  return value.slice(0, Number(maxLength));
}

const schemasIn = (value: unknown): JsonSchema[] =>
  Array.isArray(value) ? value.filter((one): one is JsonSchema => typeof one === 'object' && one !== null) : [];
