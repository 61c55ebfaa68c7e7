/** A conversation as a row of a list: its picture, title and a line of words lead to it; at the end are tools, a count and a time. */
import type { ReactNode } from 'react';
import { fullMoment } from '../../client/formats.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import { useConversationMenu } from '../actions/topic.ts';
import { Count } from '../kit/count.tsx';
import { onContextMenu } from '../kit/menu-store.ts';
import { MoreButton } from '../kit/more-button.tsx';
import { when } from '../kit/when.ts';
import { ConversationAvatar, ConversationTitle } from '../parts/conversation-lines.tsx';
import { conversationAddress } from '../routing/address.ts';
import { useConversationName } from '../store/conversation-name.ts';
import { useNow } from '../store/presence.ts';
import { useMessage, useNames, useTwentyFourHours } from '../store/use-chat.ts';

interface ConversationItemProps {
  conversation: Conversation;
  newestId: number;
  /** The look of a row without unread messages. */
  className: string;
  /** What is below the title. */
  line: ReactNode;
  /** Before the button of the menu. */
  tools?: ReactNode;
  count: number;
  /** How many of the unread messages are for the reader. */
  calls: number;
}

export function ConversationItem(props: ConversationItemProps) {
  const { conversation, newestId, className, line, tools, count, calls } = props;
  const names = useNames();
  const menu = useConversationMenu();
  const { name } = useConversationName()(conversation);
  return (
    <li className={`item ${count === 0 ? className : ''}`}>
      <ConversationAvatar conversation={conversation} messageId={newestId} />
      <a
        className="item-link"
        href={conversationAddress(conversation, names)}
        data-row=""
        onContextMenu={onContextMenu(name, () => menu(conversation))}
      >
        <ConversationTitle conversation={conversation} />
        <span className="item-words">{line}</span>
      </a>
      <span className="item-end">
        <span className="item-tools">
          {tools}
          <MoreButton name={name} menu={() => menu(conversation)} />
        </span>
        <Count count={count} calls={calls} />
        <When messageId={newestId} />
      </span>
    </li>
  );
}

/** When a message was written. */
export function When({ messageId }: { messageId: number }) {
  const message = useMessage(messageId);
  const now = useNow();
  const is24 = useTwentyFourHours();
  if (message === undefined) return <time />;
  const moment = new Date(message.timestamp * 1000);
  return (
    <time dateTime={moment.toISOString()} title={fullMoment.format(moment)}>
      {when(message.timestamp, now, is24)}
    </time>
  );
}
