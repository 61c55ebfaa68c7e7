/** Commands at the start of a text that is sent: the code for them loads after the first messages. */
import { useEffect, type RefObject } from 'react';
import { loadCode } from '../../client/lazy-part.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import { useAfterContent } from '../notify/use-after-content.ts';
import { useChat, useNames } from '../store/use-chat.ts';

const load = () => import('./slash.ts');
let code: Awaited<ReturnType<typeof load>> | null = null;

async function fetchCode(): Promise<typeof code> {
  code ??= await loadCode(load);
  return code;
}

interface Sending {
  /** What is in the box. */
  content: () => string;
  isLater: boolean;
  /** Sends the box. */
  act: () => void;
}

/** @returns a function that sends a text, or does what it asks for as a command and takes it out of the box. */
export function useSlash(
  conversation: Conversation,
  field: RefObject<HTMLTextAreaElement | null>,
): (sending: Sending) => void {
  const chat = useChat();
  const names = useNames();
  const isAfter = useAfterContent();
  useEffect(() => {
    if (isAfter) void fetchCode();
  }, [isAfter]);
  const takeWhenLoaded = async (sending: Sending, text: string): Promise<void> => {
    // What was written since is sent when it is asked for.
    if ((await fetchCode()) !== null && sending.content() === text) take(sending);
  };
  return take;
  function take({ content, isLater, act }: Sending): void {
    const text = content();
    if (!text.startsWith('/')) return act();
    if (code === null) {
      void takeWhenLoaded({ content, isLater, act }, text);
      return;
    }
    if (field.current === null) return;
    const fate = code.takeSlash(text, { chat, names, conversation, field: field.current, isLater });
    if (fate.kind === 'kept') return;
    if (fate.kind === 'done') return chat.writing.taken(conversation, text);
    if (fate.text !== text) chat.writing.put(conversation, fate.text);
    act();
  }
}
