/** A box and what stands in it: kept as a draft while it is written, told to the others as typing, and open to what other parts put in. */
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Conversation } from '../../client/state/conversation.ts';
import { insertWords, replaceWords } from '../kit/field-edits.ts';
import { useChat, useClientState } from '../store/use-chat.ts';
import { useCharactersLeft } from './characters-left.tsx';
import { TypingNotifier } from './typing-notifier.ts';

/** So long after a key the text is kept in the browser. */
const keptAfterMs = 300;

export interface Box {
  field: RefObject<HTMLTextAreaElement | null>;
  initial: string;
  isEmpty: boolean;
  /** Characters left, where there are few; below zero there are too many. */
  left: number | null;
  onInput: () => void;
}

export function useBox(conversation: Conversation): Box {
  const { writing } = useChat();
  const { drafts } = writing;
  const field = useRef<HTMLTextAreaElement>(null);
  const [initial] = useState(() => drafts.textOf(conversation));
  const [isEmpty, setIsEmpty] = useState(initial.trim() === '');
  const { left, count } = useCharactersLeft(initial);
  const keeping = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const typing = useTyping(conversation);
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    const keep = (): void => {
      clearTimeout(keeping.current);
      keeping.current = undefined;
      drafts.write(conversation, element.value);
    };
    const close = writing.opened(conversation, {
      keep,
      text: () => element.value,
      replace: (text) => {
        replaceWords(element, text);
        keep();
      },
      insert: (words) => {
        insertWords(element, words);
        keep();
      },
      focus: () => {
        element.focus({ preventScroll: true });
        element.setSelectionRange(element.value.length, element.value.length);
      },
      hasFocus: () => document.activeElement === element,
    });
    // Written on another device: a user who writes here at this moment keeps their words, and the other is a draft beside it.
    const stopFollowing = drafts.locals.subscribe(() => {
      const text = drafts.textOf(conversation);
      if (keeping.current !== undefined || text === element.value) return;
      replaceWords(element, text);
      // No one wrote this here: kept again, it would be put over what is reported next.
      clearTimeout(keeping.current);
      keeping.current = undefined;
    });
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      stopFollowing();
      keep();
      drafts.leave(conversation);
      close();
    };
  }, [writing, drafts, conversation]);
  const onInput = (): void => {
    const text = field.current?.value ?? '';
    const hasWords = text.trim() !== '';
    setIsEmpty(!hasWords);
    count(text);
    clearTimeout(keeping.current);
    keeping.current = setTimeout(() => {
      keeping.current = undefined;
      drafts.write(conversation, field.current?.value ?? text);
    }, keptAfterMs);
    if (hasWords) typing?.typed();
    else typing?.stop();
  };
  return { field, initial, isEmpty, left, onInput };
}

/** @returns null where its writer does not want to be seen writing. */
function useTyping(conversation: Conversation): TypingNotifier | null {
  const againAfterMs = useClientState(
    ({ organization }) => organization.limits.server_typing_started_wait_period_milliseconds,
  );
  const restsAfterMs = useClientState(
    ({ organization }) => organization.limits.server_typing_stopped_wait_period_milliseconds,
  );
  const isShown = useClientState(({ settings }) =>
    conversation.kind === 'direct'
      ? settings.send_private_typing_notifications
      : settings.send_stream_typing_notifications,
  );
  const notifier = useMemo(
    () => (isShown === true ? new TypingNotifier(conversation, { againAfterMs, restsAfterMs }) : null),
    [isShown, conversation, againAfterMs, restsAfterMs],
  );
  useEffect(() => () => notifier?.stop(), [notifier]);
  return notifier;
}
