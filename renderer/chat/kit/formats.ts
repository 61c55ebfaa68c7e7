/** The formats that a button or a key gives to what is selected. */
import { t } from '../../client/text.ts';
import { asCodeBlock, asLink, asSpoiler, asTable, prefixed, type Edit, type Selection } from './compose-text.ts';
import { applyEdit, selectionOf } from './field-edits.ts';
import { asCode, wrapped } from './marks.ts';

const edits = {
  bold: (selection) => wrapped(selection, '**'),
  italic: (selection) => wrapped(selection, '*'),
  strike: (selection) => wrapped(selection, '~~'),
  maths: (selection) => wrapped(selection, '$$'),
  code: asCode,
  codeBlock: asCodeBlock,
  link: asLink,
  quote: (selection) => prefixed(selection, () => '> '),
  bullets: (selection) => prefixed(selection, () => '- '),
  numbers: (selection) => prefixed(selection, (index) => `${index + 1}. `),
  spoiler: asSpoiler,
  table: (selection) => asTable(selection, [t('Column 1'), t('Column 2')]),
} as const satisfies Record<string, (selection: Selection) => Edit>;

export type TextFormat = keyof typeof edits;

export function applyFormat(field: HTMLTextAreaElement, format: TextFormat): void {
  applyEdit(field, edits[format](selectionOf(field)));
}
