/** Leads to the newest message, and says how many are unread below what is seen. */
import { keyOf } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { conversationOf, type Narrow } from '../routing/narrow.ts';
import { useChat, useKnown, useWindow } from '../store/use-chat.ts';
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
  const conversation = conversationOf(narrow);
  const key = conversation === null ? null : keyOf(conversation);
  const unread = useKnown((known) => (key === null ? null : (known.messages.unread.get(key)?.ids ?? noIds)));
  const window = useWindow(narrow);
  const count = unreadBelow({
    unread,
    shown: window?.ids ?? noIds,
    isUnread: (id) => messages.get(id)?.flags.includes('read') === false,
    isNewestHere: window?.foundNewest === true,
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
  if (count === 0) return t('To the newest');
  return t('newBelow', { count, defaultValue_one: '{{count}} new', defaultValue_other: '{{count}} new' });
}
