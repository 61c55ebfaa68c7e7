/** A box and what stands in it: kept as a draft while it is written, told to the others as typing, and open to what other parts put in. */
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import type { Conversation } from '../../client/state/conversation.ts';
import { contentOf, partsOf } from '../kit/box-parts.ts';
import { insertWords } from '../kit/field-edits.ts';
import { useChat, useClientState } from '../store/use-chat.ts';
import { useCharactersLeft } from './characters-left.tsx';
import { TypingNotifier } from './typing-notifier.ts';
import { useParts, type Parts } from './use-parts.ts';

/** So long after a key the text is kept in the browser. */
const keptAfterMs = 300;

export interface Box {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Quotations and files beside the text. */
  parts: Parts;
  /** @returns the whole message as Markdown. */
  content: () => string;
  /** There is neither text nor a quotation nor a file. */
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
  const beside = useParts(field, initial);
  const { contentWith, replace } = beside;
  const content = (): string => contentWith(field.current?.value ?? beside.initialText);
  const onChange = (): void => {
    const now = content();
    setIsEmpty(now.trim() === '');
    count(now);
    clearTimeout(keeping.current);
    keeping.current = setTimeout(() => {
      keeping.current = undefined;
      drafts.write(conversation, content());
    }, keptAfterMs);
    if (now.trim() === '') typing?.stop();
    else typing?.typed();
  };
  const parts: Parts = {
    ...beside,
    change(next) {
      beside.change(next);
      onChange();
    },
  };
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    // The reference of the field is empty when the box closes.
    const contentNow = (): string => contentWith(element.value);
    const keep = (): void => {
      clearTimeout(keeping.current);
      keeping.current = undefined;
      drafts.write(conversation, contentNow());
    };
    const replaceAll = (next: string): void => {
      replace(next);
      changed();
    };
    const close = writing.opened(conversation, {
      keep,
      text: contentNow,
      replace: (text) => {
        replaceAll(text);
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
      const now = contentNow();
      if (keeping.current !== undefined || text === now || contentOf(partsOf(text)) === now) return;
      replaceAll(text);
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
  }, [writing, drafts, conversation, contentWith, replace]);
  return { field, parts, content, isEmpty, left, onInput: onChange };
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
