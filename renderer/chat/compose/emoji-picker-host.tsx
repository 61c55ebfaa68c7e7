/** Draws the grid of emoji while somebody wants one; its script and its data are loaded then. */
import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../client/lazy-part.ts';
import { closeEmojiPicker, pickerSlot } from '../store/picker-request.ts';

const EmojiPicker = lazyPart(async () => (await import('./emoji-picker.tsx')).EmojiPicker);

export function EmojiPickerHost() {
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
