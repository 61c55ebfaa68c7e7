/** The address that posts mail into a channel. This server receives no mail, so there is none: clients show that as "not available". */
import { badRequest } from '../../errors.ts';
import type { Viewing } from '../acting.ts';
import { findUser } from '../users/rows.ts';
import type { ChannelRow } from './rows.ts';

/**
 * @param senderId who would post: the caller, a bot of the caller, or a bot of the server; the latter when absent.
 * @returns '' as there is no mail gateway.
 * @throws ApiError BAD_REQUEST for any other sender.
 */
export function channelEmailAddress({ db, user }: Viewing, _channel: ChannelRow, senderId: number | undefined): string {
  const sender = senderId === undefined ? undefined : findUser(db, senderId);
  const isAllowed =
    senderId === undefined ||
    senderId === user.id ||
    sender?.is_system_bot === 1 ||
    (sender?.bot_owner_id === user.id && sender.is_active === 1);
  if (!isAllowed) throw badRequest('Invalid sender_id');
  return '';
}
