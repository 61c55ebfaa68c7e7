/** Privacy of user content and secrets: what the declarations of the endpoints have to say. */
import { expect, test } from 'vitest';
import { endpoints } from '../api/index.ts';
import { completeContract } from '../contract/complete.ts';
import { privacyOf } from '../http/privacy.ts';
import { looksSecret, secretFields, secretMark } from '../secrets.ts';

const operationOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

/** Resources whose requests carry what people write to each other, or keep for themselves. */
const personalResources = [
  '/attachments',
  '/bot_storage',
  '/drafts',
  '/events',
  '/mark_',
  '/messages',
  '/mobile_push',
  '/navigation_views',
  '/register',
  '/reminders',
  '/saved_snippets',
  '/scheduled_messages',
  '/settings',
  '/streams/{stream_id}/delete_topic',
  '/submessage',
  '/typing',
  '/user_topics',
  '/user_uploads',
  '/users/me/alert_words',
  '/users/me/muted',
  '/users/me/subscriptions/muted',
  '/users/me/subscriptions/properties',
  '/users/me/{stream_id}/topics',
];

test('what people write to each other, or keep for themselves, is personal', () => {
  const open = endpoints
    .filter(({ path }) => personalResources.some((start) => path.startsWith(start)))
    .filter((endpoint) => privacyOf(endpoint).envelope === null);
  expect(open.map(operationOf)).toEqual([]);
});

test('no envelope has the text of anybody', () => {
  const words = /content|topic|subject|narrow|title|note|text|description|draft$|drafts$|words|storage|query|fragment/;
  const shown = endpoints.flatMap((endpoint) =>
    [...(privacyOf(endpoint).envelope ?? [])]
      .filter((name) => words.test(name))
      .map((name) => `${operationOf(endpoint)}: ${name}`),
  );
  // Whether an empty topic gets a name.
  expect(shown.filter((line) => !line.endsWith(': allow_empty_topic_name'))).toEqual([]);
});

/** Names that only look like a secret: no endpoint may add one without a word here. */
const openParams: Record<string, string> = {
  token_kind: 'which of two services',
  end_api_key: 'yes or no',
  push_public_key: 'public',
  bouncer_public_key: 'public',
};

test('every parameter that looks like a secret is declared as one', () => {
  const open = endpoints.flatMap((endpoint) =>
    Object.entries(endpoint.params)
      .flatMap(([name, { spec }]) => [name, ...spec.aliases])
      .filter((name) => looksSecret(name) && openParams[name] === undefined)
      .filter((name) => privacyOf(endpoint).kept(name, 'x') !== secretMark)
      .map((name) => `${operationOf(endpoint)}: ${name}`),
  );
  expect(open).toEqual([]);
});

/** Fields of answers and events that only look like a secret. */
const openFields: Record<string, string> = {
  giphy_api_key: 'of the organization, for every client',
  has_zoom_token: 'whether there is one',
  key: 'the name of a choice',
  password_max_length: 'a rule',
  password_min_guesses: 'a rule',
  password_min_length: 'a rule',
  realm_password_auth_enabled: 'whether there are passwords',
};

test('every field of an answer or event that looks like a secret is masked', () => {
  const { components } = completeContract();
  const schemas = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Request'));
  const fields = new Set(schemas.flatMap(([, schema]) => fieldNames(schema)));
  expect(
    [...fields].filter((name) => looksSecret(name) && openFields[name] === undefined && !secretFields.has(name)),
  ).toEqual([]);
});

function fieldNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(fieldNames)];
}
