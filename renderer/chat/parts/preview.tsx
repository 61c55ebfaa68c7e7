/** The text of a message in one line, as text alone: with emoji as its reader wants them, and one's own name marked where one is called. */
import { memo, type ReactNode } from 'react';
import { fullMoment } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { useLanguage } from '../../client/use-language.ts';
import { emojiGlyph } from '../../components/message-html/emoji-glyph.ts';

export interface PreviewPart {
  text: string;
  /** Of a user who is mentioned: someone else, or the reader, who is called by it. */
  name?: 'other' | 'me';
  /** It is code, in a line or in a block. */
  isCode?: true;
}

/** What names someone, or something. */
const mention = '.user-mention, .user-group-mention, a.stream';

const longest = 240;
const silentElements = new Set(['STYLE', 'SCRIPT', 'ANNOTATION']);

/** @param html of a message, which is parsed without running or loading anything of it. */
function previewOf(html: string, ownId: number, emojiAsText: boolean): PreviewPart[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const parts: PreviewPart[] = [];
  let length = 0;
  const add = (text: string): void => {
    const last = parts.at(-1);
    length += text.length;
    if (last !== undefined && last.name === undefined && last.isCode === undefined) last.text += text;
    else parts.push({ text });
  };
  const addName = (element: HTMLElement): void => {
    const text = element.textContent ?? '';
    const isMe = [String(ownId), '*'].includes(element.dataset['userId'] ?? '') && !element.matches('.silent');
    length += text.length;
    parts.push({ text, name: isMe ? 'me' : 'other' });
  };
  const walk = (node: Node): void => {
    if (length > longest) return;
    if (node.nodeType === Node.TEXT_NODE) {
      add(node.textContent?.replaceAll(/\s+/g, ' ') ?? '');
      return;
    }
    if (!(node instanceof HTMLElement)) return;
    if (silentElements.has(node.tagName)) return;
    // What is hidden until it is asked for stays so.
    if (node.classList.contains('spoiler-content')) return;
    if (node instanceof HTMLTimeElement) {
      add(timeText(node.dateTime) ?? node.textContent);
      return;
    }
    if (node.tagName === 'CODE') {
      const text = node.textContent.replaceAll(/\s+/g, ' ').slice(0, longest);
      length += text.length;
      parts.push({ text, isCode: true });
      return;
    }
    const code = /\bemoji-([0-9a-f]+(?:-[0-9a-f]+)*)\b/.exec(node.className)?.[1];
    const glyph = code === undefined || emojiAsText ? undefined : emojiGlyph(code);
    if (glyph !== undefined) add(glyph);
    else if (node.matches(mention)) addName(node);
    else if (node instanceof HTMLImageElement) add(node.alt);
    else {
      node.childNodes.forEach(walk);
      if (/^(?:P|LI|BR|DIV|BLOCKQUOTE|H[1-6]|TR|TD|PRE)$/.test(node.tagName)) add(' ');
    }
  };
  walk(body);
  return parts;
}

/** @param time an ISO 8601 time. @returns the moment as messages show it; undefined for what is none. */
function timeText(time: string): string | undefined {
  const moment = new Date(time);
  return Number.isNaN(moment.getTime()) ? undefined : fullMoment.format(moment);
}

/** The text of rendered Markdown, e.g. of a channel's description. */
export function plainText(html: string, emojiAsText: boolean): string {
  return previewOf(html, 0, emojiAsText)
    .map(({ text }) => text)
    .join('')
    .trim();
}

interface PreviewProps {
  html: string;
  ownId: number;
  emojiAsText: boolean;
}

export const Preview = memo(function Preview({ html, ownId, emojiAsText }: PreviewProps) {
  useLanguage();
  const parts = previewOf(html, ownId, emojiAsText);
  return parts.every(({ text }) => text.trim() === '') ? t('Image or file') : marked(parts);
});

function marked(parts: ReturnType<typeof previewOf>): ReactNode {
  let at = 0;
  return parts.map(({ text, name, isCode }) => {
    at += text.length;
    if (isCode) return <code key={at}>{text}</code>;
    if (name === undefined) return text;
    return (
      <bdi key={at} className={name === 'me' ? 'preview-me' : undefined}>
        {text}
      </bdi>
    );
  });
}
