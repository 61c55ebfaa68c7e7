/** Copying, also on plain http, where browsers withhold the clipboard from pages, and where they allow none at all. */
import { t } from '../client/text.ts';
import classes from './copy-by-hand.module.css';
import { focusReturn, giveFocusTo } from './focus-return.ts';

/** @returns whether the text is in the clipboard now; where it is not, it is shown selected, to be copied by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (copyBySelection(text)) return true;
    copyByHand(text);
    return false;
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Beside an open dialog nothing can be selected.
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.activeElement === field && document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) giveFocusTo(before);
  return isCopied;
}

/**
 * Shows the text in a field, selected, so that the keys of the system copy it: above all other dialogs.
 * @param text what someone wanted in the clipboard. The focus comes back when the dialog closes.
 */
function copyByHand(text: string): void {
  const giveFocusBack = focusReturn();
  const dialog = document.createElement('dialog');
  dialog.className = classes['dialog'] ?? '';
  dialog.setAttribute('aria-label', t('Copy manually'));
  const field = document.createElement('textarea');
  field.readOnly = true;
  field.value = text;
  field.rows = Math.min(8, text.split('\n').length + 1);
  field.setAttribute('aria-label', t('Text to copy'));
  const hint = document.createElement('p');
  hint.textContent = t(
    'This browser does not allow pages to copy. Copy the selected text with Ctrl+C or the context menu.',
  );
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = t('Close');
  close.addEventListener('click', () => dialog.close());
  // Only this dialog closes, and not the one below it.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  dialog.addEventListener('close', () => {
    dialog.remove();
    giveFocusBack();
  });
  dialog.append(hint, field, close);
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}
