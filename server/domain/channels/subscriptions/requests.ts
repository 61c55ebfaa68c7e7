/**
 * Subscribing and unsubscribing as someone asked for it: whom and what the request names, whether the caller may, and who
 * is reported by message. A channel that the caller may not see is treated as they see it: as one that is not there.
 */
import { badRequest, checking, invalidParameter } from '../../../errors.ts';
import { canAddSubscribers, canRemoveSubscribers, canSubscribeSelf } from '../../../permissions/channels.ts';
import type { Acting } from '../../acting.ts';
import { mayBy } from '../../groups/membership.shared.ts';
import type { ReadAhead } from '../../messages/flags/mark-much.ts';
import type { UserRow } from '../../users/rows.ts';
import { accessUser, accessUserByEmail } from '../../users/visibility.shared.ts';
import { canAccessMetadata, standingIn } from '../access.ts';
import { channelNameDoesNotExist } from '../errors.ts';
import { channelLookalikes, checkLooks, type ChannelLookalikes } from '../looks.ts';
import { tellNewSubscribers, tellOfCreation } from '../notices.ts';
import { createRequestedChannel, type ChannelChoices } from '../request.ts';
import { findChannelByName, nameKey, type ChannelRow } from '../rows.ts';
import { validChannelName, validDescription } from '../validation.ts';
import type { Membership } from './rows.ts';
import { subscribeUsers, unsubscribeUsers } from './subscribe.ts';

/** Users by id or e-mail; the caller alone when none are named. @throws ApiError BAD_REQUEST for one who is not there. */
export function accessPrincipals(acting: Acting, principals: readonly (number | string)[] | undefined): UserRow[] {
  if (principals === undefined) return [acting.user];
  const users = checking('principals', () =>
    principals.map((principal) =>
      typeof principal === 'number' ? accessUser(acting, principal) : accessUserByEmail(acting, principal),
    ),
  );
  const inactive = users.find((user) => user.is_active === 0);
  if (inactive !== undefined) throw invalidParameter('principals', 'User is deactivated');
  if (users.some((user) => user.is_system_bot === 1)) throw invalidParameter('principals', 'No such user');
  return [...new Map(users.map((user) => [user.id, user])).values()];
}

export interface SubscribeRequest {
  channels: readonly { name: string; description?: string }[];
  users: readonly UserRow[];
  /** How channels are made that do not exist yet. */
  choices: ChannelChoices;
  announce: boolean;
  /** False: channels that the caller may not enter are reported, and the others entered. */
  authorizationErrorsFatal: boolean;
  sendMessages: boolean;
}

export interface SubscribeAnswer {
  subscribed: Membership[];
  alreadySubscribed: Membership[];
  /** Names as the caller wrote them. */
  unauthorized: string[];
  messagesSent: boolean;
}

/** Names times users of one request. */
const maxMemberships = 10_000;
/** @throws ApiError BAD_REQUEST for more than one request may ask for. */
function checkMemberships(names: number, users: number): void {
  if (names * users > maxMemberships)
    throw badRequest(
      `Too many subscriptions at once: ${names} channels for ${users} users. At most ${maxMemberships} are changed by one request.`,
    );
}

/** Where a request leads: channels that were there and may be entered, and those that were made for it. */
export interface EnteredChannels {
  channels: ChannelRow[];
  created: ChannelRow[];
  /** Names as the caller wrote them. */
  unauthorized: string[];
}

/** Every channel that a request names, once. */
const wantedChannels = ({ channels }: SubscribeRequest): SubscribeRequest['channels'] => [
  ...new Map(channels.map((channel) => [nameKey(channel.name), channel])).values(),
];

/** Refuses what `enterChannels` would refuse, for one channel or another, before anything is changed. */
export function checkChannels(acting: Acting, request: SubscribeRequest): void {
  const wanted = wantedChannels(request);
  checkMemberships(wanted.length, request.users.length);
  let others: ChannelLookalikes | undefined;
  for (const { name, description } of wanted) {
    const channel = findChannelByName(acting.db, name);
    if (channel === undefined) {
      others ??= channelLookalikes(acting.db);
      others.add({ id: 0, name: checkWritten(acting, name, description, others) });
    } else if (request.authorizationErrorsFatal && !mayEnter(acting, channel, request.users))
      throw invalidParameter('subscriptions', `Unable to access channel (${name}).`);
  }
}

/** Checks how a new channel is described by an entry of `subscriptions`. @returns its name */
const checkWritten = (acting: Acting, sent: string, description: string | undefined, others: ChannelLookalikes) =>
  checking('subscriptions', () => {
    const name = validChannelName(acting, sent);
    checkLooks(acting, name, others);
    validDescription(acting, description ?? '');
    return name;
  });

/** Which channels are there and may be entered; those that are not there are made. */
export function enterChannels(acting: Acting, request: SubscribeRequest): EnteredChannels {
  const wanted = wantedChannels(request);
  checkMemberships(wanted.length, request.users.length);
  const unauthorized: string[] = [];
  const channels: ChannelRow[] = [];
  const created: ChannelRow[] = [];
  let others: ChannelLookalikes | undefined;
  for (const { name, description } of wanted) {
    const channel = findChannelByName(acting.db, name);
    if (channel === undefined) {
      others ??= channelLookalikes(acting.db);
      checkWritten(acting, name, description, others);
      const made = createRequestedChannel(acting, name, description ?? '', request.choices, others);
      others.add(made);
      created.push(made);
    } else if (mayEnter(acting, channel, request.users)) channels.push(channel);
    else if (request.authorizationErrorsFatal)
      throw invalidParameter('subscriptions', `Unable to access channel (${name}).`);
    else unauthorized.push(name);
  }
  for (const channel of created) checkMayFill(acting, channel, request.users);
  return { channels, created, unauthorized };
}

/** Subscribes users to channels, making those that are not there (contract: POST /users/me/subscriptions). */
export function requestSubscriptions(acting: Acting, request: SubscribeRequest): SubscribeAnswer {
  const { channels, created, unauthorized } = enterChannels(acting, request);
  const userIds = request.users.map(({ id }) => id);
  const done = subscribeUsers(acting, [...channels, ...created], userIds);
  for (const channel of created) tellOfCreation(acting, channel, request.announce);
  const messagesSent = request.sendMessages && tellNewSubscribers(acting, done.subscribed);
  return { ...done, unauthorized, messagesSent };
}

const isSelf = (acting: Acting, users: readonly UserRow[]): boolean =>
  users.every((user) => user.id === acting.user.id);

function mayAddAnywhere(acting: Acting): boolean {
  return mayBy(acting.db, acting.user, 'can_add_subscribers_group');
}

/** @throws ApiError BAD_REQUEST where the caller sees the channel and still may not add others to it. */
function mayEnter(acting: Acting, channel: ChannelRow, users: readonly UserRow[]): boolean {
  const standing = standingIn(acting, channel);
  if (isSelf(acting, users))
    return channel.is_archived === 0 && (standing.isSubscribed || canSubscribeSelf(acting.user, channel, standing));
  return canAddSubscribers(acting.user, channel, standing, mayAddAnywhere(acting));
}

/** A channel just made may be filled by whom its maker let add subscribers, without being in it. */
export function checkMayFill(acting: Acting, channel: ChannelRow, users: readonly UserRow[]): void {
  if (isSelf(acting, users)) return;
  const insider = { ...standingIn(acting, channel), isSubscribed: true };
  if (!canAddSubscribers(acting.user, channel, insider, mayAddAnywhere(acting)))
    throw badRequest('Insufficient permission');
}

/**
 * The channels that users shall leave, by name.
 * @throws ApiError STREAM_DOES_NOT_EXIST for an unknown name; BAD_REQUEST when the caller may not remove these users.
 */
export function leavableChannels(acting: Acting, names: readonly string[], users: readonly UserRow[]): ChannelRow[] {
  checkMemberships(names.length, users.length);
  const channels = new Map<number, ChannelRow>();
  for (const name of names) {
    const channel = findChannelByName(acting.db, name);
    if (channel === undefined || !canAccessMetadata(acting, channel)) throw channelNameDoesNotExist(name);
    channels.set(channel.id, channel);
  }
  const areOwn = users.every((user) => user.id === acting.user.id || user.bot_owner_id === acting.user.id);
  const mayRemove = (channel: ChannelRow): boolean => canRemoveSubscribers(acting.user, standingIn(acting, channel));
  if (!areOwn && ![...channels.values()].every(mayRemove)) throw badRequest('Insufficient permission');
  return [...channels.values()];
}

/** Channels that someone left, and those that no one was in, by name. */
export interface UnsubscribeAnswer {
  removed: string[];
  notRemoved: string[];
}

/** Unsubscribes users from channels by name. @param ahead as unsubscribeUsers. @throws ApiError as leavableChannels. */
export function requestUnsubscription(
  acting: Acting,
  names: readonly string[],
  users: readonly UserRow[],
  ahead?: ReadAhead,
): UnsubscribeAnswer {
  const done = unsubscribeUsers(
    acting,
    leavableChannels(acting, names, users),
    users.map((user) => user.id),
    ahead,
  );
  return { removed: channelNames(done.removed), notRemoved: channelNames(done.notRemoved) };
}

/** Each channel once. */
export const channelNames = (memberships: readonly Membership[]): string[] => [
  ...new Set(memberships.map(({ channel }) => channel.name)),
];
