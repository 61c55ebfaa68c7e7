/** The one grid of emoji that can be open: who wants an emoji asks here, and the host draws it (shell/floating-parts.tsx). */
import { openSlot } from '../kit/open-slot.ts';
import type { EmojiEntry } from './emoji-data.ts';

export interface PickerRequest {
  /** It opens beside this, which has the focus again afterwards. */
  anchor: HTMLElement;
  onPick: (emoji: EmojiEntry) => void;
}

export const pickerSlot = openSlot<PickerRequest>('picker');

export function openEmojiPicker(anchor: HTMLElement, onPick: PickerRequest['onPick']): void {
  pickerSlot.set({ anchor, onPick });
}

export function closeEmojiPicker(): void {
  pickerSlot.set(null);
}
