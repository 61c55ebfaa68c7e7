/** The slot of a message row for its editor, which is loaded when someone first edits. */
import { Suspense, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../client/lazy-part.ts';
import type { Message } from '../store/message.ts';
import { useChat } from '../store/use-chat.ts';

const EditMessage = lazyPart(async () => (await import('./edit-message.tsx')).EditMessage);

/** @returns undefined while the message is not being edited. */
export function useEditor(message: Message | undefined): ReactNode {
  const isEdited = useStore(useChat().writing.edits.open, (id) => id === message?.id);
  if (!isEdited || message === undefined) return undefined;
  return (
    <Suspense fallback={null}>
      <EditMessage message={message} />
    </Suspense>
  );
}
