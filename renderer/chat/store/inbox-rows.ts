/**
 * Rows of the inbox: direct messages, then channels as the sidebar has them, what is muted last; the newest first. A row that
 * was read while the inbox is open stays in its place, so that nothing moves under the hand. Pure.
 */
import type { Conversation, ConversationKey } from '../../client/state/conversation.ts';
import type { ChannelSection } from './channel-list.ts';
import type { UnreadCount, UnreadCounts } from './unread.ts';

export interface InboxRow {
  key: ConversationKey;
  conversation: Conversation;
  /** As many are counted; 0 = read here. */
  count: number;
  mentions: number;
  isMuted: boolean;
  isFollowed: boolean;
  /** The newest message that is or was unread. */
  newestId: number;
}

export interface InboxSection {
  /** "direct", "muted", or "channel 5". */
  key: string;
  channelId: number | null;
  /** The folder that the channel is in. */
  folder: string | null;
  rows: readonly InboxRow[];
}

export type InboxFilter = 'all' | 'for-me' | 'followed' | 'direct';

/** Rows that were here since the inbox was opened. */
export type ShownRows = ReadonlyMap<ConversationKey, InboxRow>;

const newestOf = (ids: readonly number[]): number => ids.at(-1) ?? 0;

/** What a conversation adds to the counts: of a muted one only what calls its reader. */
export const countedOf = ({ ids, mentions, isMuted }: UnreadCount): number => (isMuted ? mentions : ids.length);

/**
 * @param isDeleted whether a message was deleted: a row of such a one was not read, and goes, as one that was moved elsewhere does.
 * @returns the shown rows with what is unread now; the same map where that changes none.
 */
export function keepRows(
  shown: ShownRows,
  { byConversation }: Pick<UnreadCounts, 'byConversation'>,
  isDeleted: (messageId: number) => boolean,
): ShownRows {
  const after = new Map(shown);
  const isUnread = (id: number): boolean => [...byConversation.values()].some(({ ids }) => ids.includes(id));
  let isOther = false;
  for (const [key, unread] of byConversation) {
    const row = rowOf(key, unread);
    const before = shown.get(key);
    if (before !== undefined && isSame(before, row)) continue;
    isOther = true;
    after.set(key, row);
  }
  for (const [key, row] of shown) {
    if (row.count === 0 && row.mentions === 0) continue;
    if (byConversation.has(key)) continue;
    isOther = true;
    if (isDeleted(row.newestId) || isUnread(row.newestId)) after.delete(key);
    else after.set(key, { ...row, count: 0, mentions: 0 });
  }
  return isOther ? after : shown;
}

function rowOf(key: ConversationKey, unread: UnreadCount): InboxRow {
  const { conversation, ids, mentions, isMuted, isFollowed } = unread;
  // What is muted counts its messages for itself, in its own section.
  const count = isMuted && mentions === 0 ? ids.length : countedOf(unread);
  return { key, conversation, count, mentions, isMuted, isFollowed, newestId: newestOf(ids) };
}

function isSame(a: InboxRow, b: InboxRow): boolean {
  const names = ['count', 'mentions', 'isMuted', 'isFollowed', 'newestId'] as const;
  return names.every((name) => a[name] === b[name]);
}

/** @param channels the sidebar's sections. @param folderTitle what a section of the sidebar is called. */
export function inboxSections(
  shown: ShownRows,
  channels: readonly ChannelSection[],
  filter: InboxFilter,
): InboxSection[] {
  const rows = [...shown.values()].filter((row) => fits(row, filter));
  const isSilent = (row: InboxRow): boolean => row.isMuted && row.mentions === 0;
  const loud = rows.filter((row) => !isSilent(row));
  const sections: InboxSection[] = [
    section('direct', loud, ({ conversation }) => conversation.kind === 'direct'),
    ...channels.flatMap((each) => channelSections(each, loud)),
    section('muted', rows, isSilent),
  ];
  return sections.filter((each) => each.rows.length > 0);
}

function channelSections({ title, channels }: ChannelSection, rows: readonly InboxRow[]): InboxSection[] {
  return channels
    .map(({ stream_id: channelId }) => ({
      ...section(
        `channel ${channelId}`,
        rows,
        ({ conversation }) => conversation.kind === 'channel' && conversation.channelId === channelId,
      ),
      channelId,
      folder: title,
    }))
    .filter((each) => each.rows.length > 0)
    .toSorted((a, b) => (b.rows[0]?.newestId ?? 0) - (a.rows[0]?.newestId ?? 0));
}

function section(key: string, rows: readonly InboxRow[], belongs: (row: InboxRow) => boolean): InboxSection {
  const own = rows.filter(belongs).toSorted((a, b) => b.newestId - a.newestId);
  return { key, channelId: null, folder: null, rows: own };
}

function fits({ conversation, mentions, isFollowed }: InboxRow, filter: InboxFilter): boolean {
  if (filter === 'direct') return conversation.kind === 'direct';
  if (filter === 'followed') return isFollowed;
  if (filter === 'for-me') return conversation.kind === 'direct' || mentions > 0;
  return true;
}
