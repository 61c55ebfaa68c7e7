/** The sign of a standard emoji: by its code, or of the span that the server makes of it. */

/** @param code hexadecimal code points joined by dashes, as in `emoji_code`. @returns undefined for one that is none */
export function emojiGlyph(code: string): string | undefined {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  if (points.some((point) => !(point > 0 && point <= 0x10_ffff))) return undefined;
  // A lone sign that is a letter or a dot on its own becomes a picture by the variation selector.
  const selector = points.length === 1 && (points[0] ?? 0) < 0x1_f000 ? '\ufe0f' : '';
  return String.fromCodePoint(...points) + selector;
}

/** @param span with the class `emoji-1f604`. @returns undefined where it names no code */
export function glyphOf(span: HTMLElement): string | undefined {
  const code = /\bemoji-([0-9a-f]+(?:-[0-9a-f]+)*)\b/.exec(span.className)?.[1];
  return code === undefined ? undefined : emojiGlyph(code);
}
