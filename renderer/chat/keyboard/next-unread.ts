/** Next unread conversation: after the present one in the order of the lists, from the start again at their end. Pure. */
import type { Conversation, ConversationKey } from '../../client/state/conversation.ts';
import type { ChannelSection } from '../store/channel-list.ts';
import type { UnreadCounts } from '../store/unread.ts';

export type Wanted = 'topic' | 'followed' | 'direct';

/** @param here the conversation that is open. @returns null where nothing of the kind is unread. */
export function nextUnread(
  { byConversation }: Pick<UnreadCounts, 'byConversation'>,
  sections: readonly ChannelSection[],
  wanted: Wanted,
  here: ConversationKey | null,
): Conversation | null {
  const order = sections.flatMap(({ channels }) => channels.map(({ stream_id: id }) => id));
  const rank = (conversation: Conversation): number =>
    conversation.kind === 'channel' ? order.indexOf(conversation.channelId) : 0;
  const fits = [...byConversation]
    .filter(([, { conversation, isMuted, isFollowed, mentions }]) => {
      if (wanted === 'direct') return conversation.kind === 'direct' && !isMuted;
      if (conversation.kind !== 'channel') return false;
      return wanted === 'followed' ? isFollowed : !isMuted || mentions > 0;
    })
    .toSorted(
      ([, a], [, b]) => rank(a.conversation) - rank(b.conversation) || (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0),
    );
  const at = fits.findIndex(([key]) => key === here);
  const others = at === -1 ? fits : [...fits.slice(at + 1), ...fits.slice(0, at)];
  const [next] = others;
  return next === undefined ? null : next[1].conversation;
}
