/** The one grid of emoji that can be open: who wants an emoji asks here, and the host draws it (emoji-picker-host.tsx). */
import { createStore } from 'zustand/vanilla';
import type { EmojiEntry } from './emoji-data.ts';

export interface PickerRequest {
  /** It opens beside this, which has the focus again afterwards. */
  anchor: HTMLElement;
  onPick: (emoji: EmojiEntry) => void;
}

export const pickerRequest = createStore<PickerRequest | null>(() => null);

export function openEmojiPicker(anchor: HTMLElement, onPick: PickerRequest['onPick']): void {
  pickerRequest.setState({ anchor, onPick }, true);
}

export function closeEmojiPicker(): void {
  pickerRequest.setState(null, true);
}
