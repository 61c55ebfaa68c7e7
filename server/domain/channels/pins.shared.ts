/** Informs clients that pinned messages or links of a channel have changed: they read those again that they may see. */
import { toUsers } from '../../events/audience.ts';
import type { SystemActing } from '../acting.ts';
import { metadataUserIds } from './access.ts';
import { findChannel } from './rows.ts';

/** Only clients that declared the capability `channel_pins` get it: the event is in no contract. */
export function announcePins(acting: SystemActing, channelId: number): void {
  const channel = findChannel(acting.db, channelId);
  if (channel === undefined) return;
  const audience = { ...toUsers(metadataUserIds(acting.db, channel)), withCapability: 'channel_pins' as const };
  acting.announce({ type: 'channel_pins', stream_id: channelId }, audience);
}
