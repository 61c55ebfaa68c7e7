/** Leads to the newest message, and says how many are unread below what is seen. */
import { keyOf } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useChat, useKnown, useWindow } from '../model/use-chat.ts';
import { conversationOf, type Narrow } from '../narrow/narrow.ts';

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
  const shown = useWindow(narrow)?.ids ?? noIds;
  // What the index says of a conversation is all of it; of many, what is here is what can be counted.
  const below = (unread ?? shown).filter(
    (id) => id > lastSeen && (unread !== null || messages.get(id)?.flags.includes('read') === false),
  );
  return (
    <button type="button" className="button new-below" onClick={onClick}>
      {below.length === 0
        ? t('To the newest')
        : t('newBelow', {
            count: below.length,
            defaultValue_one: '{{count}} new',
            defaultValue_other: '{{count}} new',
          })}
      <LineIcon name="down" size={16} />
    </button>
  );
}
