/** Paste handling: files are uploaded, an address onto words makes a link, and formatted text becomes Markdown as a second step to undo. */
import { linked } from '../kit/compose-text.ts';
import { applyEdit, selectionOf } from '../kit/field-edits.ts';

/** Markup that Markdown has words for; most programs put others around plain text, too. */
const worthy =
  /<(?:a\s[^>]*href|strong|b>|b\s|em>|i>|code|pre|ul|ol|li|table|h[1-6]|blockquote|del|s>)|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|mso-list:\s*l\d/i;
/** Code as editors copy it, coloured: its words are all of it. */
const coloured =
  /^(?:\s|<meta[^>]*>|<\/?(?:html|head|body)[^>]*>|<!--[\s\S]*?-->)*<(?:div|pre|span)[^>]*style="[^"]*(?:monospace|Consolas|Menlo|white-space:\s*pre\s*[;"])/i;

interface PasteOptions {
  /** Ctrl+Shift+V: as it is. */
  isPlain: boolean;
  onFiles: (files: File[]) => void;
}

/** @returns whether the browser shall not paste on its own. */
export function paste(field: HTMLTextAreaElement, data: DataTransfer, { isPlain, onFiles }: PasteOptions): boolean {
  const html = isPlain ? '' : data.getData('text/html');
  const text = data.getData('text/plain');
  const files = [...data.files];
  // A sheet comes as a picture of itself, too: as a table it can be read and copied.
  if (files.length > 0 && !(text !== '' && /<table/i.test(html))) {
    onFiles(files);
    return true;
  }
  const link = linked(selectionOf(field), text);
  if (link !== null) {
    applyEdit(field, link);
    return true;
  }
  if (text === '' || coloured.test(html) || !worthy.test(html)) return false;
  const from = field.selectionStart;
  applyEdit(field, { from, to: field.selectionEnd, insert: text });
  void convert(field, { from, text, html });
  return true;
}

async function convert(
  field: HTMLTextAreaElement,
  pasted: { from: number; text: string; html: string },
): Promise<void> {
  const { markdownOf } = await import('./html-to-markdown.ts');
  const { from, text } = pasted;
  const insert = markdownOf(pasted.html);
  const to = from + text.length;
  // A user who went on writing meanwhile keeps the plain words.
  if (insert === '' || insert === text || field.value.slice(from, to) !== text || field.selectionStart !== to) return;
  applyEdit(field, { from, to, insert });
}
