/** Draws the grid of emoji while somebody wants one; its script and its data are loaded then. */
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { pickerRequest } from './picker-request.ts';

const EmojiPicker = lazy(async () => ({ default: (await import('./emoji-picker.tsx')).EmojiPicker }));

export function EmojiPickerHost() {
  const request = useStore(pickerRequest);
  if (request === null) return null;
  return (
    <Suspense fallback={null}>
      <EmojiPicker request={request} />
    </Suspense>
  );
}
