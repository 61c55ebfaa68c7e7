/** Layout of emails: each is written once, as parts, and leaves as plain text and as HTML that every mail program shows. */
import { escapeHtml } from '../../markdown/html.ts';
import { directionOf } from '../../texts.ts';

export type MailPart =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string; href?: string }
  /** Words of a person, with who said them and when. */
  | { kind: 'message'; by: string; at: string; text: string }
  /** What the reader is asked to open. */
  | { kind: 'link'; text: string; href: string }
  /** Why the mail came, and how to have no more of them. */
  | { kind: 'footnote'; text: string; href?: string };

/** @param language tag of the texts. @returns both forms of a mail; all texts are plain, and are encoded here. */
export function mailBody(language: string, parts: readonly MailPart[]): { text: string; html: string } {
  return {
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"></head><body dir="${directionOf(language)}" style="${styles.body}">\n${parts.map(asHtml).join('\n')}\n</body></html>\n`,
  };
}

const indented = (text: string): string => text.replaceAll(/^/gm, '    ');

function asText(part: MailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text;
    case 'heading':
      return `${part.text}\n${'-'.repeat(Math.min([...part.text].length, 72))}${part.href === undefined ? '' : `\n${part.href}`}`;
    case 'message':
      return `${part.by} (${part.at}):\n${indented(part.text)}`;
    case 'link':
      return `${part.text}:\n${part.href}`;
    case 'footnote':
      return part.href === undefined ? part.text : `${part.text}:\n${part.href}`;
  }
}

// Mail programs read no style sheets; colours that keep their contrast on the white and on the black of dark mode.
const styles = {
  body: 'font:16px/1.5 sans-serif;max-width:40em;margin:0 auto;padding:16px',
  heading: 'font-size:18px;margin:24px 0 8px',
  by: 'margin:12px 0 0',
  said: 'margin:4px 0 12px;padding-inline-start:12px;border-inline-start:3px solid #b9aca0;white-space:pre-wrap;overflow-wrap:anywhere',
  soft: 'color:#7d6e61',
  footnote: 'font-size:14px;margin:16px 0 0;color:#7d6e61',
};

const anchor = (href: string, text: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

function asHtml(part: MailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return `<p>${escapeHtml(part.text)}</p>`;
    case 'heading':
      return `<h2 style="${styles.heading}">${part.href === undefined ? escapeHtml(part.text) : anchor(part.href, part.text)}</h2>`;
    case 'message':
      return `<p style="${styles.by}"><b>${escapeHtml(part.by)}</b> <span style="${styles.soft}">${escapeHtml(part.at)}</span></p>\n<div style="${styles.said}">${escapeHtml(part.text)}</div>`;
    case 'link':
      return `<p>${anchor(part.href, part.text)}</p>`;
    case 'footnote':
      return `<p style="${styles.footnote}">${part.href === undefined ? escapeHtml(part.text) : anchor(part.href, part.text)}</p>`;
  }
}
