/** One message of the feed, with what its row needs from the chat. */
import { writersIn } from '../../client/state/users.ts';
import { useMemo } from 'react';
import { useEditor } from '../composer/use-editor.tsx';
import { MessageRow } from '../message-list/message-row.tsx';
import { avatarPerson, useKnown, useMessage } from '../model/use-chat.ts';
import type { FeedCommon } from './feed-common.ts';

interface FeedMessageProps {
  id: number;
  isFirst: boolean;
  /** Its number among the messages that are here; undefined = it is in a fold. */
  position: number | undefined;
  isSelected: boolean;
  isTabStop: boolean;
  common: FeedCommon;
}

export function FeedMessage({ id, isFirst, position, isSelected, isTabStop, common }: FeedMessageProps) {
  const message = useMessage(id);
  const senderId = message?.sender_id ?? 0;
  const toldName = message?.sender_full_name;
  const user = useKnown((known) => writersIn(known.users).get(senderId));
  const sender = useMemo(() => avatarPerson(user, senderId, toldName), [user, senderId, toldName]);
  const isGuestMarked = useKnown((known) => known.organization.realm.enable_guest_user_indicator);
  const editor = useEditor(message);
  if (message === undefined) return null;
  const { actions, context, ownId, flashedId } = common;
  return (
    <MessageRow
      message={message}
      sender={sender}
      isMarkedAsGuest={isGuestMarked && user?.is_guest === true}
      isFirst={isFirst}
      position={position}
      isSelected={isSelected}
      isTabStop={isTabStop}
      isFlashed={id === flashedId}
      ownId={ownId}
      context={context}
      actions={actions}
      matchHtml={message.match_content}
      formatTime={context.twentyFourHours ? time24 : time12}
      editor={editor}
    />
  );
}

const formats = {
  h23: new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  h12: new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }),
};
const time24 = (timestamp: number): string => formats.h23.format(timestamp * 1000);
const time12 = (timestamp: number): string => formats.h12.format(timestamp * 1000);
