/** Keys that are pressed before the search is there that was asked for: they write into it, and mean nothing else. */
import { closeDialog, dialogStore, openDialog } from '../floating/dialog-store.ts';
import { openDialogs } from '../floating/top-dialog.ts';

type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'preventDefault' | 'stopPropagation'
>;

/** Takes the key away from the page, if the search has it. */
export function takeEarlyKey(event: PressedKey): void {
  const dialog = dialogStore.getState();
  if (dialog?.kind !== 'search' || openDialogs.getState().length > 0) return;
  const text = textAfter(dialog.text, event);
  if (text === undefined) return;
  if (text === null) closeDialog();
  else openDialog({ ...dialog, text });
  event.preventDefault();
  event.stopPropagation();
}

/** @returns what is written then; null = it closes; undefined = nothing of its own. */
function textAfter(
  text: string,
  { key, ctrlKey, metaKey, altKey, isComposing }: PressedKey,
): string | null | undefined {
  // AltGr, with which many layouts write their signs, comes as both.
  if (isComposing || metaKey || ctrlKey !== altKey) return undefined;
  if (key === 'Escape') return null;
  if (key === 'Enter') return text;
  if (key === 'Backspace') return text.slice(0, -1);
  return [...key].length === 1 ? text + key : undefined;
}
