/** Subscriptions: one's own channels, joining and leaving, adding and removing others, personal settings. */
import { z } from 'zod';
import type { Acting } from '../domain/acting.ts';
import { accessChannel } from '../domain/channels/access.ts';
import { plainChannel } from '../domain/channels/request.ts';
import { findChannelByName, nameKey } from '../domain/channels/rows.ts';
import { normalColor } from '../domain/channels/subscriptions/colors.ts';
import {
  isSmall,
  requestManySubscriptions,
  requestManyUnsubscriptions,
} from '../domain/channels/subscriptions/large-requests.ts';
import { channelLists } from '../domain/channels/subscriptions/lists.ts';
import { setSubscriptionProperty } from '../domain/channels/subscriptions/properties.ts';
import {
  accessPrincipals,
  checkChannels,
  requestSubscriptions,
  leavableChannels,
  requestUnsubscription,
  type SubscribeRequest,
} from '../domain/channels/subscriptions/requests.ts';
import { isSubscribed, type Membership } from '../domain/channels/subscriptions/rows.ts';
import { markRead } from '../domain/messages/flags/mark-much.ts';
import { accessUser } from '../domain/users/visibility.shared.ts';
import { checking, invalidParameter } from '../errors.ts';
import { bool, int, json, listOf, oneOf } from '../http/params.ts';
import { channelChoices, newChannelParams } from './channel-params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Channels and topics';

const principalsSchema = z.array(z.union([z.int(), z.string()])).max(10_000);
const principals = json(principalsSchema).optional().describe('Users by id or e-mail; the caller when absent.');
const channelSchema = z.object({ name: z.string(), description: z.string().optional(), color: z.string().optional() });

export const getSubscriptions = endpoint({
  method: 'GET',
  path: '/users/me/subscriptions',
  access: 'authenticated',
  summary: "List the caller's channels.",
  personal: false,
  params: {
    include_subscribers: oneOf(['true', 'false', 'partial']).default('false').describe('Subscribers of each channel.'),
  },
  run: ({ read, params: { include_subscribers } }) =>
    read((viewing) => {
      const includeSubscribers = include_subscribers === 'partial' ? 'partial' : include_subscribers === 'true';
      return { subscriptions: channelLists(viewing, { includeSubscribers, includeArchived: false }).subscriptions };
    }),
});

/** Channel names by user; the key is what the operation's answer uses for a user. */
function byUser(memberships: readonly Membership[], key: (userId: number) => string): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const { userId, channel } of memberships) (names[key(userId)] ??= []).push(channel.name);
  return names;
}

export const subscribe = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions',
  aliases: ['/subscribe'],
  access: 'authenticated',
  summary: 'Subscribe the caller or others to channels; channels that do not exist are made.',
  personal: false,
  params: {
    subscriptions: listOf(channelSchema, { max: 1000 }).describe('Channels by name, with a description for new ones.'),
    principals,
    authorization_errors_fatal: bool()
      .default(true)
      .describe('False: report channels that may not be joined, and join the others.'),
    ...newChannelParams,
  },
  async run(call) {
    const requestOf = (acting: Acting): SubscribeRequest => ({
      channels: call.params.subscriptions,
      users: accessPrincipals(acting, call.params.principals),
      choices: channelChoices(call.params),
      announce: call.params.announce,
      authorizationErrorsFatal: call.params.authorization_errors_fatal,
      sendMessages: call.params.send_new_subscription_messages,
    });
    const write = async <T>(fn: (acting: Acting) => T): Promise<T> => call.write(fn);
    const answer = isSmall(call.params.subscriptions.length, call.params.principals?.length ?? 1)
      ? await write((acting) => requestSubscriptions(acting, requestOf(acting)))
      : await requestManySubscriptions(write, await write(requestOf));
    return {
      subscribed: byUser(answer.subscribed, String),
      already_subscribed: byUser(answer.alreadySubscribed, String),
      ...(!call.params.authorization_errors_fatal && { unauthorized: answer.unauthorized }),
      ...(call.params.send_new_subscription_messages && { new_subscription_messages_sent: answer.messagesSent }),
    };
  },
});

export const unsubscribe = endpoint({
  method: 'DELETE',
  path: '/users/me/subscriptions',
  access: 'authenticated',
  summary: 'Unsubscribe the caller or others from channels.',
  personal: false,
  params: { subscriptions: listOf(z.string(), { max: 1000 }).describe('Channels by name.'), principals },
  async run(call) {
    const { subscriptions, principals: named } = call.params;
    const write = async <T>(fn: (acting: Acting) => T): Promise<T> => call.write(fn);
    // What can be refused is refused before anything is marked as read.
    const { users, channels } = await write((acting) => {
      const leaving = accessPrincipals(acting, named);
      return { users: leaving, channels: leavableChannels(acting, subscriptions, leaving) };
    });
    const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
    const ahead = await markRead(call, idsOf(users), { channelIds: idsOf(channels) });
    const { removed, notRemoved } = isSmall(subscriptions.length, users.length)
      ? await write((acting) => requestUnsubscription(acting, subscriptions, accessPrincipals(acting, named), ahead))
      : await requestManyUnsubscriptions(write, subscriptions, users, ahead);
    return { removed, not_removed: notRemoved };
  },
});

const ownRequest = (acting: Acting, channels: readonly z.infer<typeof channelSchema>[]): SubscribeRequest => ({
  channels,
  users: [acting.user],
  choices: plainChannel,
  announce: false,
  authorizationErrorsFatal: true,
  sendMessages: false,
});

/** Refuses what would be refused, before anything is changed. @returns the channels that will be left and are there */
function checkOwn(acting: Acting, { add, delete: names }: OwnChanges): number[] {
  checking('add', () => checkChannels(acting, ownRequest(acting, add)));
  const made = new Set(add.map(({ name }) => nameKey(name)));
  const there = names.filter((name) => !made.has(nameKey(name)) || findChannelByName(acting.db, name) !== undefined);
  return leavableChannels(acting, there, [acting.user]).map(({ id }) => id);
}

function colorOwn(acting: Acting, add: OwnChanges['add'], memberships: readonly Membership[]): void {
  for (const { name, color } of add) {
    const channel = memberships.find((done) => nameKey(done.channel.name) === nameKey(name))?.channel;
    if (color !== undefined && channel !== undefined)
      setSubscriptionProperty(acting, { stream_id: channel.id, property: 'color', value: color });
  }
}

/** One's own channels, to join and to leave. */
interface OwnChanges {
  add: readonly z.infer<typeof channelSchema>[];
  delete: readonly string[];
}

export const updateSubscriptions = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions',
  access: 'authenticated',
  summary: 'Subscribe to some channels and unsubscribe from others, in one step.',
  personal: false,
  params: {
    delete: listOf(z.string(), { max: 1000 }).default([]).describe('Channels to leave, by name.'),
    add: json(z.array(channelSchema).max(100))
      .default([])
      .check(
        (add) => add.every(({ color }) => color === undefined || normalColor(color) !== undefined),
        'color is not a valid hex color code',
      )
      .describe('Channels to join, by name, with a colour or description.'),
  },
  async run(call) {
    const { add, delete: names } = call.params;
    if (add.length === 0 && names.length === 0)
      throw invalidParameter('add, delete', "Nothing to do. Specify at least one of 'add' or 'delete'.");
    const write = async <T>(fn: (acting: Acting) => T): Promise<T> => call.write(fn);
    const { user, channelIds } = await write((acting) => ({
      user: acting.user,
      channelIds: checkOwn(acting, call.params),
    }));
    const ahead = await markRead(call, [user.id], { channelIds });
    const joinAndLeave = (acting: Acting) => {
      const joined = requestSubscriptions(acting, ownRequest(acting, add));
      colorOwn(acting, add, [...joined.subscribed, ...joined.alreadySubscribed]);
      return { joined, left: requestUnsubscription(acting, names, [acting.user], ahead) };
    };
    const inParts = async () => {
      const joined = await requestManySubscriptions(write, await write((acting) => ownRequest(acting, add)));
      await write((acting) => colorOwn(acting, add, [...joined.subscribed, ...joined.alreadySubscribed]));
      return { joined, left: await requestManyUnsubscriptions(write, names, [user], ahead) };
    };
    const { joined, left } = isSmall(add.length + names.length, 1) ? await write(joinAndLeave) : await inParts();
    const byOwnEmail = (memberships: readonly Membership[]) => byUser(memberships, () => user.email);
    return {
      subscribed: byOwnEmail(joined.subscribed),
      already_subscribed: byOwnEmail(joined.alreadySubscribed),
      removed: left.removed,
      not_removed: left.notRemoved,
    };
  },
});

const propertySchema = z.object({
  stream_id: z.int(),
  property: z.string(),
  value: z.union([z.boolean(), z.string()]),
});

export const subscriptionProperties = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  access: 'authenticated',
  summary: 'Change personal settings of subscriptions: colour, muting, pinning, notifications.',
  params: {
    subscription_data: listOf(propertySchema, { max: 10_000 }).describe('One change each: stream_id, property, value.'),
  },
  run: ({ write, params: { subscription_data } }) =>
    write((acting) => {
      for (const change of subscription_data) setSubscriptionProperty(acting, change);
      return {};
    }),
});

export const subscriptionStatus = endpoint({
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  access: 'authenticated',
  summary: 'Whether a user is subscribed to a channel.',
  personal: false,
  params: { user_id: int().describe('Id of the user.'), stream_id: int().describe('Id of the channel.') },
  run: ({ read, params: { user_id, stream_id } }) =>
    read((viewing) => {
      const user = accessUser(viewing, user_id);
      const channel = accessChannel(viewing, stream_id);
      return { is_subscribed: user.is_active === 1 && isSubscribed(viewing.db, user.id, channel.id) };
    }),
});
