/** Begins a message from anywhere: one chooses first where it goes. */
import { openDialog } from '../kit/dialog-store.ts';
import type { View } from '../routing/address.ts';
import { openChannelOf } from '../store/open-channel.ts';

/** @param view that is shown: its channel is proposed. */
export function compose(view: View, kind: 'channel' | 'direct' = 'channel'): void {
  openDialog({ kind: 'destination', choice: { kind, from: null, channelId: openChannelOf(view) } });
}
