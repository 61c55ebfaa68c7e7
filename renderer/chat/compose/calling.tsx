/** A user who calls everyone of a large channel is asked first: by a message, and by an edit that makes it one. */
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import type { Channels } from '../../client/state/channels.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import { callsEverybody } from '../kit/compose-text.ts';
import { manyPeople } from '../store/permissions.ts';
import { useClientState } from '../store/use-chat.ts';

const CallEverybody = lazyPart(async () => (await import('./call-everybody.tsx')).CallEverybody);

interface Calling {
  /** The question, while it is open. */
  question: ReactNode;
  /** Does it at once where no one need be asked. @param text that goes out. */
  whenSure: (text: string, act: () => void) => void;
}

/** @param edited the words that an edit changes: a user who was called by them already is not called again. */
export function useCalling(conversation: Conversation, edited?: string): Calling {
  /** What is done once it is sure. */
  const [asked, setAsked] = useState<(() => void) | null>(null);
  const count = useClientState(({ channels }) =>
    conversation.kind === 'channel' ? countOf(channels, conversation.channelId) : 0,
  );
  return {
    question: asked !== null && (
      <Suspense fallback={null}>
        <CallEverybody count={count} isEdit={edited !== undefined} onSend={asked} onClose={() => setAsked(null)} />
      </Suspense>
    ),
    whenSure(text, act) {
      const isNew = edited === undefined || !callsEverybody(edited);
      if (isNew && count > manyPeople && callsEverybody(text)) setAsked(() => act);
      else act();
    },
  };
}

/** How many people a channel reaches: of a large one only some are listed at first. */
function countOf({ channels, subscribers }: Channels, id: number): number {
  const known = subscribers.get(id);
  const listed = known?.ids.size ?? 0;
  return known?.isComplete === true ? listed : Math.max(listed, channels.get(id)?.subscriber_count ?? 0);
}
