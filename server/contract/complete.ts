/**
 * The contract with its `required` lists completed: the public description names few fields as required in answers and events,
 * but every field without an `x-present-when` condition is to be expected. Request schemas stay as they are.
 * A form of answer that it leaves out altogether is added.
 */
import { readFileSync } from 'node:fs';

export type JsonSchema = { [key: string]: unknown };
export interface Contract {
  paths: Record<string, Record<string, JsonSchema>>;
  components: { schemas: Record<string, JsonSchema> };
  [key: string]: unknown;
}

/** Objects that the description shows in full but that Hearth may send in part; each with its reason. */
const partial: Record<string, string> = {
  BasicBot: 'a realm_bot update carries user_id and the changed fields only',
  CannotDeactivateGroupInUseError: 'an objection names settings or groups, as its type says',
  Draft: 'also a request: id and timestamp are filled by the server',
  EventChannelFolderUpdateData: 'carries the changed fields only',
  EventNavigationViewUpdateData: 'carries the changed fields only',
  EventUserGroupUpdateData: 'carries the changed fields only',
  RealmUpdateDictData: 'carries the changed settings only',
  RegisterResponse: 'fields depend on the requested event types; the tests of registration name what must be there',
};

/** Forms that the public description leaves out, and that clients read all the same. */
const unlisted: Record<string, JsonSchema> = {
  /** Of linkifiers and playgrounds: sentences by the field that they are about. */
  InvalidFieldsError: {
    type: 'object',
    properties: {
      result: { type: 'string', enum: ['error'] },
      msg: { type: 'string' },
      code: { type: 'string', enum: ['BAD_REQUEST'] },
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 } },
    },
    additionalProperties: false,
  },
  /** Of a code of two-factor sign-in: the server's time in UNIX seconds, as a wrong clock is the usual reason. */
  TwoFactorFailedError: {
    type: 'object',
    properties: {
      result: { type: 'string', enum: ['error'] },
      msg: { type: 'string' },
      code: { type: 'string', enum: ['TWO_FACTOR_FAILED'] },
      server_time: { type: 'integer' },
    },
    additionalProperties: false,
  },
  /** Of a parameter that says what the caller believes a value to be: its name. */
  ExpectationMismatchError: {
    type: 'object',
    properties: {
      result: { type: 'string', enum: ['error'] },
      msg: { type: 'string' },
      code: { type: 'string', enum: ['EXPECTATION_MISMATCH'] },
      field_name: { type: 'string' },
    },
    additionalProperties: false,
  },
  /** Of POST /messages: the message that was sent first under this Idempotency-Key. */
  IdempotencyKeyReusedError: {
    type: 'object',
    properties: {
      result: { type: 'string', enum: ['error'] },
      msg: { type: 'string' },
      code: { type: 'string', enum: ['IDEMPOTENCY_KEY_REUSED'] },
      id: { type: 'integer' },
    },
    additionalProperties: false,
  },
};

const integers: JsonSchema = { type: 'array', items: { type: 'integer' } };
const ownEvent = (type: string, op: string, properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { id: { type: 'integer' }, type: { type: 'string', enum: [type] }, op: { type: 'string', enum: [op] }, ...properties },
  required: ['id', 'type', 'op'],
  additionalProperties: false,
});

/** What only Hearth has, for clients that declare the capability: when users want no notifications. Times are UNIX seconds. */
const ownSchemas: Record<string, JsonSchema> = {
  DoNotDisturb: {
    type: 'object',
    properties: {
      until: { type: ['integer', 'null'] },
      quiet_hours: {
        type: 'array',
        items: {
          type: 'object',
          properties: { days: integers, start: { type: 'string' }, end: { type: 'string' } },
          additionalProperties: false,
        },
      },
      allowed_user_ids: integers,
      allowed_channel_ids: integers,
      status_ends_at: { type: ['integer', 'null'] },
      follows_status: { type: 'boolean' },
    },
    additionalProperties: false,
  },
  EventDoNotDisturbStatus: ownEvent('do_not_disturb', 'status', { user_id: { type: 'integer' }, until: { type: ['integer', 'null'] } }),
  EventDoNotDisturbSettings: ownEvent('do_not_disturb', 'settings', { settings: { $ref: '#/components/schemas/DoNotDisturb' } }),
};

/** Adds what only Hearth has: forms, events, and fields of a registration. */
function addOwn(contract: Contract): void {
  const { schemas } = contract.components;
  Object.assign(schemas, structuredClone(ownSchemas));
  const { Event, RegisterResponse } = schemas as Record<'Event' | 'RegisterResponse', JsonSchema>;
  for (const op of ['status', 'settings']) {
    const schema = op === 'status' ? 'EventDoNotDisturbStatus' : 'EventDoNotDisturbSettings';
    (Event['oneOf'] as JsonSchema[]).push({ $ref: `#/components/schemas/${schema}` });
    (Event['x-index'] as JsonSchema[]).push({ type: 'do_not_disturb', op, schema });
  }
  (RegisterResponse['properties'] as JsonSchema)['do_not_disturb'] = {
    type: 'object',
    properties: {
      settings: { $ref: '#/components/schemas/DoNotDisturb' },
      users: { type: 'object', additionalProperties: { type: 'integer' } },
    },
    required: ['settings', 'users'],
    additionalProperties: false,
    'x-present-when': 'client_capabilities.do_not_disturb',
  };
}

/** A setting may follow the client's own locale, which the description says where settings are listed and not where one changes. */
function allowNoSetting(contract: Contract): void {
  const { SettingValue, EventRealmUserSettingsDefaultsUpdateValue } = contract.components.schemas;
  for (const value of [SettingValue, EventRealmUserSettingsDefaultsUpdateValue])
    (value?.['oneOf'] as JsonSchema[] | undefined)?.push({ type: 'null' });
}

/** @returns what a reference to one of these schemas stands for, with what is said beside it. */
export function resolvedSchema(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema['$ref'] ?? ''))?.[1];
  if (name === undefined) return schema;
  const { $ref: _name, ...beside } = schema;
  return { ...resolvedSchema(schemas[name] ?? {}, schemas), ...beside };
}

/** @returns the parsed openapi.json with our unlisted forms and completed `required` lists. */
export function completeContract(): Contract {
  const contract = JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')) as Contract;
  Object.assign(contract.components.schemas, structuredClone(unlisted));
  allowNoSetting(contract);
  addOwn(contract);
  for (const [name, schema] of Object.entries(contract.components.schemas)) {
    if (!name.endsWith('Request') && partial[name] === undefined) completeRequired(schema);
  }
  return contract;
}

function completeRequired(schema: unknown): void {
  if (Array.isArray(schema)) return schema.forEach(completeRequired);
  if (typeof schema !== 'object' || schema === null) return;
  const { properties, ...rest } = schema as JsonSchema;
  Object.values(rest).forEach(completeRequired);
  if (typeof properties !== 'object' || properties === null) return;
  const expected = Object.entries(properties as Record<string, JsonSchema>).filter(([key, field]) => key !== 'ignored_parameters_unsupported' && isAlwaysSent(field)).map(([key]) => key);
  (schema as JsonSchema)['required'] = [...new Set([...((schema as { required?: string[] }).required ?? []), ...expected])];
  Object.values(properties).forEach(completeRequired);
}

/** A deprecated field may be missing: the description asks clients not to rely on it. */
function isAlwaysSent(field: JsonSchema): boolean {
  return field['x-present-when'] === undefined && field['deprecated'] !== true && field['x-not-sent-since'] === undefined && field['x-deprecated-since'] === undefined;
}
