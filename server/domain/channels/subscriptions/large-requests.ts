/**
 * Large requests for subscriptions, in several transactions, so that everyone else is served between them. What can be refused
 * is refused in the first one; one that is cut short by the end of the server can be repeated.
 */
import type { Acting } from '../../acting.ts';
import type { ReadAhead } from '../../messages/flags/mark-much.ts';
import { slices } from '../../messages/reading/steps.ts';
import { findUsers, type UserRow } from '../../users/rows.ts';
import { tellNewSubscribers, tellOfCreation } from '../notices.ts';
import {
  channelNames,
  checkChannels,
  enterChannels,
  leavableChannels,
  type EnteredChannels,
  type SubscribeAnswer,
  type SubscribeRequest,
  type UnsubscribeAnswer,
} from './requests.ts';
import type { Membership } from './rows.ts';
import { subscribeUsers, unsubscribeUsers } from './subscribe.ts';

/** About 20 ms of work each: channels made, memberships written and ended, first messages sent. */
const sliceOf = { channels: 16, memberships: 200, left: 50, notices: 8 };

type Write = <T>(fn: (acting: Acting) => T) => Promise<T>;

/** Whether a request is done in one transaction, as all but very few are. */
export const isSmall = (channels: number, users: number): boolean =>
  channels <= sliceOf.notices && channels * users <= sliceOf.memberships;

/** As requestSubscriptions, in slices. @param write runs a transaction of the caller's. */
export async function requestManySubscriptions(write: Write, request: SubscribeRequest): Promise<SubscribeAnswer> {
  await write((acting) => checkChannels(acting, request));
  const { channels, created, unauthorized }: EnteredChannels = { channels: [], created: [], unauthorized: [] };
  for (const some of slices(request.channels, sliceOf.channels)) {
    const part = await write((acting) => enterChannels(acting, { ...request, channels: some }));
    channels.push(...part.channels);
    created.push(...part.created);
    unauthorized.push(...part.unauthorized);
  }
  const subscribed: Membership[] = [];
  const alreadySubscribed: Membership[] = [];
  for (const users of slices(request.users, sliceOf.memberships)) {
    const ids = users.map(({ id }) => id);
    for (const some of slices([...channels, ...created], Math.floor(sliceOf.memberships / users.length))) {
      const part = await write((acting) => subscribeUsers(acting, some, activeOf(acting, ids)));
      subscribed.push(...part.subscribed);
      alreadySubscribed.push(...part.alreadySubscribed);
    }
  }
  for (const some of slices(created, sliceOf.notices))
    await write((acting) => some.forEach((channel) => tellOfCreation(acting, channel, request.announce)));
  const messagesSent = request.sendMessages && (await write((acting) => tellNewSubscribers(acting, subscribed)));
  return { subscribed, alreadySubscribed, unauthorized, messagesSent };
}

/** As requestUnsubscription, in slices. @param write runs a transaction of the caller's. */
export async function requestManyUnsubscriptions(
  write: Write,
  names: readonly string[],
  users: readonly UserRow[],
  ahead: ReadAhead,
): Promise<UnsubscribeAnswer> {
  const channels = await write((acting) => leavableChannels(acting, names, users));
  const removed: Membership[] = [];
  const notRemoved: Membership[] = [];
  for (const some of slices(users, sliceOf.left)) {
    const ids = some.map(({ id }) => id);
    for (const part of slices(channels, Math.floor(sliceOf.left / ids.length))) {
      const done = await write((acting) => unsubscribeUsers(acting, part, ids, ahead));
      removed.push(...done.removed);
      notRemoved.push(...done.notRemoved);
    }
  }
  return { removed: channelNames(removed), notRemoved: channelNames(notRemoved) };
}

/** Someone may have been deactivated since the last slice. */
const activeOf = ({ db }: Acting, userIds: readonly number[]): number[] =>
  findUsers(db, userIds)
    .filter((user) => user.is_active === 1)
    .map(({ id }) => id);
