/** Screen reader log of new messages in the open conversation: in a log of its own, never more than once in two seconds. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../client/text.ts';
import { plainText } from '../parts/preview.tsx';
import { conversationIn, type Narrow } from '../routing/narrow.ts';
import { saidHtml, type Message } from '../store/message.ts';
import { useChat, useClientState, useRange } from '../store/use-chat.ts';
import { widgetLine } from '../store/widget-line.ts';

const speakEveryMs = 2000;
const nothing: readonly Message[] = [];

export function SpokenMessages({ narrow, label }: { narrow: Narrow; label: string }) {
  const chat = useChat();
  const range = useRange(narrow);
  const newest = range?.foundNewest === true ? range.ids.at(-1) : undefined;
  const last = useRef<number | undefined>(newest);
  const [waiting, setWaiting] = useState(nothing);
  const [spoken, setSpoken] = useState(nothing);
  const mutedUsers = useClientState((state) => state.own.mutedUsers);
  const lastAt = useRef(-Infinity);
  const isOne = conversationIn(narrow) !== null;
  useEffect(() => {
    const before = last.current;
    last.current = newest ?? before;
    if (!isOne || newest === undefined || before === undefined) return;
    const added = (range?.ids ?? [])
      .filter((id) => id > before)
      .flatMap((id) => chat.messages.get(id) ?? [])
      .filter(({ sender_id: senderId }) => senderId !== chat.session.user_id);
    if (added.length > 0) setWaiting((others) => [...others, ...added]);
  }, [chat, isOne, newest, range?.ids]);
  useEffect(() => {
    if (waiting.length === 0) return;
    const timer = setTimeout(
      () => {
        lastAt.current = performance.now();
        setSpoken(waiting);
        setWaiting(nothing);
      },
      Math.max(0, lastAt.current + speakEveryMs - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [waiting]);
  // A user who is muted while their words wait to be spoken, or stand there, is not named any more.
  const said = useMemo(
    () => sentence(spoken.filter(({ sender_id: senderId }) => !mutedUsers.has(senderId))),
    [spoken, mutedUsers],
  );
  return (
    <div className="visually-hidden" role="log" aria-live="polite" aria-label={label}>
      <p key={said}>{said}</p>
    </div>
  );
}

function sentence(messages: readonly Message[]): string {
  const [only] = messages;
  if (only === undefined) return '';
  if (messages.length > 1)
    return t('{{count}} new messages', {
      count: messages.length,
      defaultValue_one: '{{count}} new message',
    });
  return `${only.sender_full_name}${only.is_me_message ? '' : ':'} ${widgetLine(only) ?? plainText(saidHtml(only), false)}`;
}
