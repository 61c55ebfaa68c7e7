/** Leads to the newest message, and says how many are unread below what is seen. */
import { keyOf } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { conversationIn, type Narrow } from '../routing/narrow.ts';
import { useChat, useClientState, useRange } from '../store/use-chat.ts';
import { unreadBelow } from './unread-below.ts';

interface NewBelowProps {
  narrow: Narrow;
  /** The last message of which anything is seen. */
  lastSeen: number;
  onClick: () => void;
}

const noIds: readonly number[] = [];

export function NewBelow({ narrow, lastSeen, onClick }: NewBelowProps) {
  const { messages } = useChat();
  const conversation = conversationIn(narrow);
  const key = conversation === null ? null : keyOf(conversation);
  const unread = useClientState((state) => (key === null ? null : (state.messages.unread.get(key)?.ids ?? noIds)));
  const range = useRange(narrow);
  const count = unreadBelow({
    unread,
    shown: range?.ids ?? noIds,
    isUnread: (id) => messages.get(id)?.flags.includes('read') === false,
    isNewestHere: range?.foundNewest === true,
    lastSeen,
  });
  return (
    <button type="button" className="button new-below" onClick={onClick}>
      {labelOf(count)}
      <LineIcon name="down" size={16} />
    </button>
  );
}

function labelOf(count: number | null): string {
  if (count === null) return t('New messages');
  if (count === 0) return t('Jump to latest');
  return t('{{count}} new', { count, defaultValue_one: '{{count}} new' });
}
