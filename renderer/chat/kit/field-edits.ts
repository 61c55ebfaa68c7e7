/** Edits of the box through the browser, so that its undo knows them (text-field-edit). */
import { insertTextIntoField, setFieldText } from 'text-field-edit';
import type { Edit, Selection } from './compose-text.ts';

export function selectionOf({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selection {
  return { text: value, start: selectionStart, end: selectionEnd };
}

export function applyEdit(field: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(from, to);
  insertTextIntoField(field, insert);
  if (select !== undefined) field.setSelectionRange(...select);
}

/** Words in place of what is selected. */
export function insertWords(field: HTMLTextAreaElement, words: string): void {
  applyEdit(field, { from: field.selectionStart, to: field.selectionEnd, insert: words });
}

/** All words again, with the caret at their end; nothing to undo after words were sent. */
export function replaceWords(field: HTMLTextAreaElement, words: string): void {
  if (field.value === words) return;
  if (words === '') {
    field.value = '';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    return;
  }
  setFieldText(field, words);
  field.setSelectionRange(words.length, words.length);
}
