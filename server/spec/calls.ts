/**
 * One valid call for every endpoint. Required parameters get an example by their name, from here or, where one file alone has the
 * parameter, from its facts; facts also say what differs in a call (facts.ts).
 */
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { password } from '../testing/world.ts';
import type { Call, Example, Examples } from './facts.ts';
import { operationOf, ownExamples, statedFacts } from './operation-facts.ts';
import { picture, type Actor, type Scene } from './scene.ts';
import type { Params } from './send.ts';

/** Examples of parameters that several files of the API have, by name. */
const commonExamples: Examples = {
  bot_id: ({ people }) => people.bot.userId,
  content: () => 'some text',
  description: () => 'What it is for',
  email: ({ other }) => other.email,
  emoji_name: () => 'smile',
  file: picture,
  filename: picture,
  full_name: () => 'Nora New',
  invitee_emails: () => 'nobody.yet@example.com',
  key: ({ ids }) => ids.joinKey,
  message_id: (scene, who) => scene.of(who).message,
  name: () => 'Something new',
  narrow: () => [{ operator: 'is', operand: 'unread' }],
  op: () => 'add',
  password: () => password,
  provider: () => ({ slug: 'second', name: 'Second', issuer: 'https://id.example.com', client_id: 'hearth' }),
  queue_id: ({ ids }) => ids.queue,
  restore_id: () => 'none',
  scheduled_delivery_timestamp: ({ ids }) => ids.later,
  settings: () => ({ smtp_host: 'mail.example.com' }),
  stream_id: ({ ids }) => ids.common,
  to: ({ other }) => [other.userId],
  token: () => 'ab12'.repeat(8),
  topic_name: () => 'talk',
  type: () => 'direct',
  user_id: ({ other }) => other.userId,
  user_id_or_email: ({ other }) => String(other.userId),
  username: ({ people }) => people.member.email,
};

const examples: Examples = { ...ownExamples, ...commonExamples };

export function callOf(endpoint: ApiEndpoint): Call & { as: Actor } {
  const { call } = statedFacts(endpoint);
  const privileged = endpoint.access === 'administrator' || endpoint.access === 'owner';
  return { as: privileged ? 'owner' : 'member', ...call };
}

/** @returns the parameters of a valid call by this actor. @throws Error when a required parameter has no example. */
export function validParams(endpoint: ApiEndpoint, scene: Scene, who: Actor): Params {
  const overrides = callOf(endpoint).params?.(scene, who) ?? {};
  const required = Object.entries(endpoint.params)
    .filter(([name, { spec }]) => spec.required && !(name in overrides))
    .map(([name]) => [name, example(endpoint, name)(scene, who)]);
  return { ...Object.fromEntries(required), ...overrides };
}

function example(endpoint: ApiEndpoint, name: string): Example {
  const found = examples[name];
  if (found === undefined) throw new Error(`${operationOf(endpoint)}: its facts have no example of ${name}`);
  return found;
}
