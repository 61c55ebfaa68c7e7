/** Rows of a feed: from its range, from the outbox, and from what was unread when the view was opened. */
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { keyOf } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { conversationIn, soughtSenders, type Narrow } from '../routing/narrow.ts';
import type { OutboxEntry } from '../store/outbox.ts';
import { setAside } from '../store/set-aside.ts';
import { useChat, useChatState, useClientState, useRange } from '../store/use-chat.ts';
import { rowReuser, rowsOf, type ListedMessage, type PendingMessage, type Row } from './rows.ts';

const nothingWaiting: readonly OutboxEntry[] = [];

/** @param unreadFrom the message above which the line stands; null = no line. */
export function useFeedRows(narrow: Narrow, unreadFrom: number | null): readonly Row[] {
  const { messages, session } = useChat();
  const range = useRange(narrow);
  const outboxKeys = useChatState((state) => state.outboxKeys);
  const mutedUsers = useClientState((state) => state.own.mutedUsers);
  const waiting = useWaitingEntries(narrow);
  const aside = useStore(setAside);
  const [reused] = useState(rowReuser);
  return useMemo(() => {
    const listed = (range?.ids ?? []).flatMap((id): ListedMessage[] => {
      const message = messages.get(id);
      if (message === undefined || aside.messages.has(id)) return [];
      const conversation = conversationOf(message, session.user_id);
      if (aside.conversations.has(keyOf(conversation))) return [];
      return [
        {
          id,
          senderId: message.sender_id,
          timestamp: message.timestamp,
          isMeMessage: message.is_me_message,
          conversation,
        },
      ];
    });
    const rows = rowsOf({
      messages: listed,
      pending: range?.foundNewest === true ? waiting.map(pendingOf) : [],
      unreadFrom,
      isMixed: conversationIn(narrow) === null,
      mutedUserIds: new Set([...mutedUsers.keys()].filter((id) => !soughtSenders(narrow).includes(id))),
      ownId: session.user_id,
      rowKey: (id) => outboxKeys.get(id) ?? String(id),
      dayOf: dayKey,
    });
    return reused(rows);
  }, [
    range?.ids,
    range?.foundNewest,
    waiting,
    outboxKeys,
    mutedUsers,
    unreadFrom,
    messages,
    session,
    narrow,
    aside,
    reused,
  ]);
}

const pendingOf = ({ key, createdAt }: OutboxEntry): PendingMessage => ({
  key,
  timestamp: Math.floor(createdAt / 1000),
});

/** Keys of what is on its way into a conversation, oldest first. */
export function useWaiting(narrow: Narrow): readonly string[] {
  const entries = useWaitingEntries(narrow);
  return useMemo(() => entries.map(({ key }) => key), [entries]);
}

function useWaitingEntries(narrow: Narrow): readonly OutboxEntry[] {
  const { outbox } = useChat();
  const entries = useStore(outbox.entries);
  const outboxKeys = useChatState((state) => state.outboxKeys);
  const ids = useRange(narrow)?.ids;
  return useMemo(() => {
    const conversation = conversationIn(narrow);
    if (conversation === null) return nothingWaiting;
    const openKey = keyOf(conversation);
    const here = new Set(outboxKeys.values());
    // A range that was read again may have the message before its entry knows.
    const isHere = ({ key, messageId }: OutboxEntry): boolean =>
      here.has(key) || (messageId !== null && ids?.includes(messageId) === true);
    return entries.filter((entry) => keyOf(entry.conversation) === openKey && !isHere(entry));
  }, [entries, outboxKeys, ids, narrow]);
}

/** The days that were asked for lately: a list asks for each of its messages, and of a thousand most are of a few days. */
const days = new Map<number, string>();
const maxDays = 5000;

/** @param timestamp UNIX seconds. @returns the same text for moments of one day here. */
function dayKey(timestamp: number): string {
  // Zones differ by quarters of an hour, so no quarter has two days.
  const quarter = Math.floor(timestamp / 900);
  const known = days.get(quarter);
  if (known !== undefined) return known;
  const day = new Date(timestamp * 1000);
  const key = `${day.getFullYear()}-${day.getMonth()}-${day.getDate()}`;
  if (days.size >= maxDays) days.clear();
  days.set(quarter, key);
  return key;
}
