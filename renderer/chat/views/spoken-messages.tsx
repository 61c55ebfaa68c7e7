/** Tells those who hear the page what is new in the conversation that is open: in a log of its own, never more than once in two seconds. */
import { useEffect, useRef, useState } from 'react';
import { t } from '../../client/text.ts';
import { cleanHtml } from '../message-html/clean-html.ts';
import type { Message } from '../model/message.ts';
import { useChat, useWindow } from '../model/use-chat.ts';
import { conversationOf, type Narrow } from '../narrow/narrow.ts';

const speakEveryMs = 2000;
const longestText = 280;

export function SpokenMessages({ narrow, label }: { narrow: Narrow; label: string }) {
  const chat = useChat();
  const window = useWindow(narrow);
  const newest = window?.foundNewest === true ? window.ids.at(-1) : undefined;
  const known = useRef<number | undefined>(newest);
  const [waiting, setWaiting] = useState<readonly Message[]>([]);
  const [spoken, setSpoken] = useState('');
  const lastAt = useRef(-Infinity);
  const isOne = conversationOf(narrow) !== null;
  useEffect(() => {
    const before = known.current;
    known.current = newest ?? before;
    if (!isOne || newest === undefined || before === undefined) return;
    const added = (window?.ids ?? [])
      .filter((id) => id > before)
      .flatMap((id) => chat.messages.get(id) ?? [])
      .filter(
        ({ sender_id: senderId }) => senderId !== chat.session.user_id && !chat.known.own.mutedUsers.has(senderId),
      );
    if (added.length > 0) setWaiting((others) => [...others, ...added]);
  }, [chat, isOne, newest, window?.ids]);
  useEffect(() => {
    if (waiting.length === 0) return;
    const timer = setTimeout(
      () => {
        lastAt.current = performance.now();
        setSpoken(sentence(waiting));
        setWaiting([]);
      },
      Math.max(0, lastAt.current + speakEveryMs - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [waiting]);
  return (
    <div className="visually-hidden" role="log" aria-live="polite" aria-label={label}>
      <p key={spoken}>{spoken}</p>
    </div>
  );
}

function sentence(messages: readonly Message[]): string {
  const [only] = messages;
  if (only === undefined || messages.length > 1)
    return t('spokenMessages', {
      count: messages.length,
      defaultValue_one: '{{count}} new message',
      defaultValue_other: '{{count}} new messages',
    });
  const text = (cleanHtml(only.content).textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, longestText);
  return `${only.sender_full_name}: ${text}`;
}
