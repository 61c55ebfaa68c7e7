/**
 * Message destination as clients send it: the parameter `to` comes as a name, an id, a JSON list of either, or
 * addresses separated by commas.
 */
import { z } from 'zod';
import { invalidParameter } from '../../errors.ts';
import type { Viewing } from '../acting.ts';
import { canAccessMetadata, canSendTo } from '../channels/access.ts';
import { channelDoesNotExist, channelNameDoesNotExist } from '../channels/errors.ts';
import { findChannel, findChannelByName, type ChannelRow } from '../channels/rows.ts';
import { findUser } from '../users/rows.ts';
import { canAccessUser, findVisibleUserByEmail } from '../users/visibility.shared.ts';

const maxNamed = 1000;

/** Words for where a message goes, those of older clients too. */
export const targetTypes = ['direct', 'channel', 'stream', 'private'] as const;

/** Whether the word means people, not a channel. */
export const isDirect = (type: (typeof targetTypes)[number]): boolean => type === 'direct' || type === 'private';

export const targetSchema = z.union([
  z.string(),
  z.int(),
  z.boolean().transform(String),
  z.array(z.union([z.int(), z.string()])).max(maxNamed),
]);
export type Target = z.infer<typeof targetSchema>;

/**
 * The one channel that `to` names: a number is an id, a text a name. Bots may have one for when it names none.
 * @throws ApiError STREAM_DOES_NOT_EXIST with `stream` or `stream_id`, also for a channel that the caller may not see
 */
export function accessTargetChannel(viewing: Viewing, to: Target): ChannelRow {
  const [named = '', ...more] = Array.isArray(to) ? to : [to];
  const wanted = named === '' ? (viewing.user.default_sending_stream_id ?? undefined) : named;
  if (wanted === undefined || more.length > 0) throw invalidParameter('to', 'Expected exactly one channel');
  const channel = typeof wanted === 'number' ? findChannel(viewing.db, wanted) : findChannelByName(viewing.db, wanted);
  if (channel !== undefined && (canAccessMetadata(viewing, channel) || canSendTo(viewing, channel))) return channel;
  throw typeof wanted === 'number' ? channelDoesNotExist(wanted) : channelNameDoesNotExist(wanted);
}

/** Ids of the users that `to` names. @throws ApiError BAD_REQUEST for no one, and for users the caller does not know */
export function accessTargetUserIds(viewing: Viewing, to: Target): number[] {
  const wanted = (Array.isArray(to) ? to : [to]).flatMap((one): (number | string)[] =>
    typeof one === 'number' ? [one] : one.split(',').map((part) => part.trim()),
  );
  const named = wanted.filter((one) => one !== '');
  if (named.length === 0) throw invalidParameter('to', 'Message must have recipients');
  // Addresses in one text are not counted by the schema.
  if (named.length > maxNamed) throw invalidParameter('to', `Too many recipients (limit: ${maxNamed})`);
  return [...new Set(named.map((one) => accessTargetUserId(viewing, one)))];
}

function accessTargetUserId(viewing: Viewing, one: number | string): number {
  if (typeof one === 'number') {
    const user = findUser(viewing.db, one);
    if (user !== undefined && canAccessUser(viewing, user)) return one;
    throw invalidParameter('to', `Invalid user ID ${one}`);
  }
  const user = findVisibleUserByEmail(viewing, one);
  if (user === undefined) throw invalidParameter('to', `Invalid email '${one}'`);
  return user.id;
}
