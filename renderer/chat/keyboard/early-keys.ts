/** Keys that are pressed before the search is there that was asked for: they write into it, and mean nothing else. */
import { closeDialog, dialogSlot, openDialog } from '../kit/dialog-store.ts';
import { openDialogs } from '../kit/top-dialog.ts';

type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp' | 'preventDefault' | 'stopPropagation'
>;

/** A part of another build never comes: the keys are the page's again then. */
const longestWaitMs = 10_000;
/** When the first key came before its dialog. */
let since: number | null = null;

/** Takes the key away from the page, if what was asked for has it. */
export function takeEarlyKey(event: PressedKey): void {
  const dialog = dialogSlot.getState();
  if (dialog === null || openDialogs.getState().length > 0) {
    since = null;
    return;
  }
  since ??= event.timeStamp;
  const isSearch = dialog.kind === 'search';
  const text = isSearch ? textAfter(dialog.text, event) : event.key === 'Escape' ? null : undefined;
  if (event.timeStamp - since > longestWaitMs) closeDialog();
  else if (text === undefined) return;
  else {
    if (text === null) closeDialog();
    else if (isSearch) openDialog({ ...dialog, text });
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @returns what is written then; null = it closes; undefined = nothing of its own. */
function textAfter(text: string, { key, ctrlKey, metaKey, altKey }: PressedKey): string | null | undefined {
  // AltGr, with which many layouts write their signs, comes as both.
  if (metaKey || ctrlKey !== altKey) return undefined;
  if (key === 'Escape') return null;
  if (key === 'Enter') return text;
  if (key === 'Backspace') return text.slice(0, -1);
  return [...key].length === 1 ? text + key : undefined;
}
