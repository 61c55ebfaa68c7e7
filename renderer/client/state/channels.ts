/** Channels that one may see, what one has chosen for those one is subscribed to, who is in them, and their folders. */
import { byId, changed, picked, withEntries, withEntry, withIds, withoutIds, withoutKeys } from './collections.ts';
import { inChannel, keyOf, type ConversationKey } from './conversation.ts';
import type { EventOf, Registration, Schemas } from './events.ts';

export type Channel = Schemas['BasicChannel'];
export type ChannelFolder = Schemas['ChannelFolder'];
/** What is one's own of a subscription: the rest of it is the channel's. */
export type Subscription = Pick<Schemas['Subscription'], (typeof personal)[number]>;
export type TopicPolicy = Schemas['RegisterResponseUserTopicsItem'];

const personal = [
  'color',
  'is_muted',
  // The older word for the opposite, in an event of its own.
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const satisfies readonly (keyof Schemas['Subscription'])[];

/** Of a large channel only some are reported at first, who are the ones to show. */
export interface Subscribers {
  readonly ids: ReadonlySet<number>;
  readonly isComplete: boolean;
}

export interface Channels {
  readonly channels: ReadonlyMap<number, Channel>;
  /** By the channel's id. */
  readonly subscriptions: ReadonlyMap<number, Subscription>;
  readonly subscribers: ReadonlyMap<number, Subscribers>;
  /** Channels that newcomers are subscribed to. */
  readonly defaultChannels: readonly number[];
  readonly folders: ReadonlyMap<number, ChannelFolder>;
  /** Topics that are muted, unmuted or followed. */
  readonly topicPolicies: ReadonlyMap<ConversationKey, TopicPolicy>;
}

export function channelsFrom(registration: Registration): Channels {
  const { subscriptions, unsubscribed, never_subscribed: never } = registration;
  return {
    channels: byId(registration.streams, 'stream_id'),
    subscriptions: new Map(subscriptions.map((row) => [row.stream_id, personalOf(row)])),
    subscribers: new Map(
      [...subscriptions, ...unsubscribed, ...never].map((row) => [row.stream_id, subscribersOf(row)]),
    ),
    defaultChannels: registration.realm_default_streams,
    folders: byId(registration.channel_folders, 'id'),
    topicPolicies: new Map(
      registration.user_topics.map((row) => [keyOf(inChannel(row.stream_id, row.topic_name)), row]),
    ),
  };
}

function personalOf(row: Schemas['Subscription']): Subscription {
  return picked(row, personal);
}

function subscribersOf({
  subscribers,
  partial_subscribers: some = [],
}: Pick<Schemas['Subscription'], 'subscribers' | 'partial_subscribers'>): Subscribers {
  return { ids: new Set(subscribers ?? some), isComplete: subscribers !== undefined };
}

export function changeChannels(state: Channels, event: EventOf<'stream'>): Channels {
  const { channels, subscriptions, subscribers } = state;
  if (event.op === 'create')
    return {
      ...state,
      channels: withEntries(
        channels,
        event.streams.map((row) => [row.stream_id, row] as const),
      ),
      subscribers: withEntries(
        subscribers,
        event.streams.map((row) => [row.stream_id, { ids: new Set<number>(), isComplete: true }] as const),
      ),
    };
  if (event.op === 'delete')
    return {
      ...state,
      channels: withoutKeys(channels, event.stream_ids),
      subscriptions: withoutKeys(subscriptions, event.stream_ids),
      subscribers: withoutKeys(subscribers, event.stream_ids),
    };
  return { ...state, channels: changed(channels, event.stream_id, (channel) => updated(channel, event)) };
}

function updated(channel: Channel, event: Extract<EventOf<'stream'>, { op: 'update' }>): Channel {
  const { property, value, rendered_description, history_public_to_subscribers, is_web_public } = event;
  return {
    ...channel,
    [property]: value,
    ...(rendered_description !== undefined && { rendered_description }),
    ...(history_public_to_subscribers !== undefined && { history_public_to_subscribers }),
    ...(is_web_public !== undefined && { is_web_public }),
    ...(property === 'stream_post_policy' && { is_announcement_only: value === 2 }),
  };
}

export function changeSubscriptions(state: Channels, event: EventOf<'subscription'>): Channels {
  const { subscriptions, subscribers } = state;
  switch (event.op) {
    case 'add':
      return {
        ...state,
        subscriptions: withEntries(
          subscriptions,
          event.subscriptions.map((row) => [row.stream_id, personalOf(row)] as const),
        ),
        subscribers: withEntries(
          subscribers,
          event.subscriptions.map((row) => [row.stream_id, subscribersOf(row)] as const),
        ),
      };
    case 'remove': {
      const ids = event.subscriptions.map((row) => row.stream_id);
      return { ...state, subscriptions: withoutKeys(subscriptions, ids) };
    }
    case 'update':
      return { ...state, subscriptions: changed(subscriptions, event.stream_id, (row) => chosen(row, event)) };
    default:
      return { ...state, subscribers: withPeers(subscribers, event) };
  }
}

function chosen(
  row: Subscription,
  { property, value }: Extract<EventOf<'subscription'>, { op: 'update' }>,
): Subscription {
  return (personal as readonly string[]).includes(property) ? { ...row, [property]: value } : row;
}

function withPeers(
  subscribers: Channels['subscribers'],
  event: Extract<EventOf<'subscription'>, { op: 'peer_add' | 'peer_remove' }>,
): Channels['subscribers'] {
  const change = event.op === 'peer_add' ? withIds : withoutIds;
  return event.stream_ids.reduce(
    (all, id) =>
      changed(all, id, (known) => {
        const ids = change(known.ids, event.user_ids);
        return ids === known.ids ? known : { ...known, ids };
      }),
    subscribers,
  );
}

export function changeFolders(folders: Channels['folders'], event: EventOf<'channel_folder'>): Channels['folders'] {
  if (event.op === 'add') return withEntry(folders, event.channel_folder.id, event.channel_folder);
  if (event.op === 'update')
    return changed(folders, event.channel_folder_id, (folder) => ({ ...folder, ...event.data }));
  return event.order.reduce(
    (all, id, order) => changed(all, id, (folder) => (folder.order === order ? folder : { ...folder, order })),
    folders,
  );
}

export function changeTopicPolicy(
  policies: Channels['topicPolicies'],
  { stream_id, topic_name, last_updated, visibility_policy }: EventOf<'user_topic'>,
): Channels['topicPolicies'] {
  const key = keyOf(inChannel(stream_id, topic_name));
  if (visibility_policy === 0) return withoutKeys(policies, [key]);
  return withEntry(policies, key, { stream_id, topic_name, last_updated, visibility_policy });
}
