/** One message of the feed, with what its row needs from the chat. */
import { MessageRow, type MessageActions } from '../message-list/message-row.tsx';
import { avatarPerson, useChat, useHtmlContext, useKnown, useMessage } from '../model/use-chat.ts';

interface FeedMessageProps {
  id: number;
  isFirst: boolean;
  isFlashed: boolean;
  actions: MessageActions;
}

export function FeedMessage({ id, isFirst, isFlashed, actions }: FeedMessageProps) {
  const { session } = useChat();
  const message = useMessage(id);
  const context = useHtmlContext();
  const sender = useKnown((known) => (message === undefined ? undefined : known.users.users.get(message.sender_id)));
  if (message === undefined) return null;
  return (
    <MessageRow
      message={message}
      sender={avatarPerson(sender, message.sender_id, message.sender_full_name)}
      isFirst={isFirst}
      isSelected={false}
      isFlashed={isFlashed}
      ownId={session.user_id}
      context={context}
      actions={actions}
      matchHtml={message.match_content}
      userName={(userId) => context.userName(userId) ?? `#${userId}`}
      formatTime={context.twentyFourHours ? time24 : time12}
      editor={undefined}
    />
  );
}

const formats = {
  h23: new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  h12: new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }),
};
const time24 = (timestamp: number): string => formats.h23.format(timestamp * 1000);
const time12 = (timestamp: number): string => formats.h12.format(timestamp * 1000);
