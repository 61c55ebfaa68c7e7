// The only place where markup is put together by hand. Text and attribute values are escaped here and
// nowhere else; everything that reaches a reader passed through `escapeHtml` or through markdown-it's own copy of it.

const entitiesTable: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe for element content. Quotes stay, as in the text the parser itself emits, except the double quote. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entitiesTable[character] ?? character);
}

/** The inverse of `escapeHtml`, for the few entities this server emits. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_entity, name: string) => decoded[name] ?? '');
}

const decoded: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

/**
 * One element. `inner` is finished HTML (undefined for a void element such as img); attribute values are plain text,
 * and an attribute whose value is undefined is left out.
 */
export function element(tag: string, attributes: Readonly<Record<string, string | undefined>>, inner?: string): string {
  let html = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) html += ` ${name}="${escapeHtml(value)}"`;
  }
  return inner === undefined ? `${html}>` : `${html}>${inner}</${tag}>`;
}
