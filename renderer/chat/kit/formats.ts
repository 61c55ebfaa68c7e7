/** The formats that a button or a key gives to what is selected. */
import { asCode, asLink, wrapped } from './compose-text.ts';
import { applyEdit, selectionOf } from './field-edits.ts';
import type { Format } from './keys.ts';

const edits = {
  bold: (selection) => wrapped(selection, '**'),
  italic: (selection) => wrapped(selection, '*'),
  code: asCode,
  link: asLink,
} as const satisfies Record<Exclude<Format, 'preview' | 'snippet'>, typeof asCode>;

export function applyFormat(field: HTMLTextAreaElement, format: keyof typeof edits): void {
  applyEdit(field, edits[format](selectionOf(field)));
}
