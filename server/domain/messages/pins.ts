/**
 * Pins a message to its topic or its channel, Hearth's own. Users who may move messages of a channel to other topics may pin there:
 * both change what all readers see in a place, and neither changes what a user wrote.
 */
import { badRequest } from '../../errors.ts';
import { canPin } from '../../permissions/messages.ts';
import type { Acting, Viewing } from '../acting.ts';
import { holdsInChannel } from '../channels/access.ts';
import { announcePins } from '../channels/pins.shared.ts';
import { type ChannelRow, findChannel } from '../channels/rows.ts';
import { accessibleMessages, changeableMessage } from './access.ts';
import { deletePin, findPin, insertPin, pinsIn } from './pin-rows.ts';
import type { MessageRow } from './rows.ts';

export const pinScopes = ['topic', 'channel'] as const;
export type PinScope = (typeof pinScopes)[number];

/** Pins of one channel, with those of all its topics. */
export const mostPins = 100;

/** A pinned message, where it is now. */
export interface PinnedMessage {
  message_id: number;
  topic: string;
  scope: PinScope;
  /** Id of a user. */
  pinned_by: number;
  /** UNIX seconds. */
  pinned_at: number;
}

/** @throws ApiError BAD_REQUEST for a direct message, in an archived channel, without the permission, and where there are too many. */
export function pinMessage(acting: Acting, messageId: number, scope: PinScope): void {
  const { message, channel } = pinnable(acting, messageId);
  if (findPin(acting.db, message.id) === undefined && pinsIn(acting.db, channel.id).length >= mostPins)
    throw badRequest(`A channel can have ${mostPins} pinned messages. Unpin one first.`);
  insertPin(acting.tx, {
    message_id: message.id,
    stream_id: channel.id,
    pinned_to: scope === 'channel' ? channel.id : null,
    pinned_by: acting.user.id,
    pinned_at: acting.now,
  });
  announcePins(acting, channel.id);
}

/** @throws ApiError BAD_REQUEST as pinMessage, and for a message that is not pinned. */
export function unpinMessage(acting: Acting, messageId: number): void {
  const { message, channel } = pinnable(acting, messageId);
  if (findPin(acting.db, message.id) === undefined) throw badRequest('This message is not pinned.');
  deletePin(acting.tx, message.id);
  announcePins(acting, channel.id);
}

function pinnable(acting: Acting, messageId: number): { message: MessageRow; channel: ChannelRow } {
  const message = changeableMessage(acting, messageId);
  const channel = message.stream_id === null ? undefined : findChannel(acting.db, message.stream_id);
  if (channel === undefined) throw badRequest('Only messages in channels can be pinned.');
  if (!canPin(acting.user, holdsInChannel(acting, channel, 'can_move_messages_within_channel_group')))
    throw badRequest("You don't have permission to pin messages in this channel.");
  return { message, channel };
}

/** Pinned messages of a channel that the caller may read, the newest pin first. */
export function pinsWire(viewing: Viewing, channel: ChannelRow): PinnedMessage[] {
  const pins = pinsIn(viewing.db, channel.id);
  const ids = pins.map((pin) => pin.message_id);
  const readable = new Map(accessibleMessages(viewing, ids).map((message) => [message.id, message]));
  return pins.flatMap((pin) => {
    const message = readable.get(pin.message_id);
    if (message === undefined) return [];
    const { message_id, pinned_by, pinned_at } = pin;
    const scope = pin.pinned_to === channel.id ? ('channel' as const) : ('topic' as const);
    return [{ message_id, topic: message.topic, scope, pinned_by, pinned_at }];
  });
}
