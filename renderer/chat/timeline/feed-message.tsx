/** One message of the feed, with what its row needs from the chat. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { keyOf } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { writersIn } from '../../client/state/users.ts';
import { useEditor } from '../compose/use-editor.tsx';
import { timeOfDay } from '../kit/when.ts';
import { nextReminders } from '../store/later-rows.ts';
import type { Message } from '../store/message.ts';
import { avatarPerson, useChat, useClientState, useMessage } from '../store/use-chat.ts';
import type { FeedCommon } from './feed-common.ts';
import { MessageRow } from './message-row.tsx';

interface FeedMessageProps {
  id: number;
  isFirst: boolean;
  isSelected: boolean;
  isTabStop: boolean;
  common: FeedCommon;
}

export function FeedMessage({ id, isFirst, isSelected, isTabStop, common }: FeedMessageProps) {
  const message = useMessage(id);
  const senderId = message?.sender_id ?? 0;
  const toldName = message?.sender_full_name;
  const user = useClientState((state) => writersIn(state.users).get(senderId));
  const sender = useMemo(() => avatarPerson(user, senderId, toldName), [user, senderId, toldName]);
  const isGuestMarked = useClientState((state) => state.organization.realm.enable_guest_user_indicator);
  const editor = useEditor(message);
  const isFaded = useFaded(message);
  const remindedAt = useClientState((state) => nextReminders(state.own.reminders).get(id) ?? null);
  if (message === undefined) return null;
  const { actions, context, ownId, flashedId, isSearch } = common;
  return (
    <MessageRow
      message={message}
      sender={sender}
      isMarkedAsGuest={isGuestMarked && user?.is_guest === true}
      isFirst={isFirst}
      isSelected={isSelected}
      isTabStop={isTabStop}
      isFlashed={id === flashedId}
      isFaded={isFaded}
      ownId={ownId}
      context={context}
      actions={actions}
      matchHtml={isSearch ? message.match_content : undefined}
      formatTime={context.twentyFourHours ? time24 : time12}
      remindedAt={remindedAt}
      editor={editor}
    />
  );
}

/** Whether someone writes to another conversation than that of the message, in a view of many. */
function useFaded(message: Message | undefined): boolean {
  const { writing, session } = useChat();
  return useStore(
    writing.mixedConversation,
    (key) => key !== null && message !== undefined && keyOf(conversationOf(message, session.user_id)) !== key,
  );
}

const time24 = (timestamp: number): string => timeOfDay(timestamp * 1000, true);
const time12 = (timestamp: number): string => timeOfDay(timestamp * 1000, false);
