/** What stands below the messages of a view: the box of their one conversation, or the ways to begin. */
import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../client/lazy-part.ts';
import { conversationIn, type Narrow } from '../routing/narrow.ts';
import { closeEmojiPicker, pickerSlot } from '../store/picker-request.ts';
import { Composer } from './composer.tsx';
import { MixedBar } from './mixed-bar.tsx';

export function WritingArea({ narrow }: { narrow: Narrow }) {
  const conversation = conversationIn(narrow);
  return (
    <>
      {conversation === null ? <MixedBar narrow={narrow} /> : <Composer conversation={conversation} />}
      <EmojiPickerHost />
    </>
  );
}

/** Loaded with its data when an emoji is first wanted. */
const EmojiPicker = lazyPart(async () => (await import('./emoji-picker.tsx')).EmojiPicker);

function EmojiPickerHost() {
  const request = useStore(pickerSlot);
  // It goes with its view.
  useEffect(() => closeEmojiPicker, []);
  if (request === null) return null;
  return (
    <Suspense fallback={null}>
      <EmojiPicker request={request} />
    </Suspense>
  );
}
