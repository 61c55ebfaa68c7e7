// Previews: below a paragraph, heading or table that links to uploaded pictures, the pictures themselves. Only pictures of this server:
// a message never makes its readers fetch something from elsewhere. Quotations and descriptions have none.

import type { StateCore, Token } from 'markdown-it';
import { type RenderState, renderStateOf, type UploadedImage } from './context.ts';
import { hrefOf } from './finish.ts';
import { element } from './html.ts';
import { findUploadPath, isImageUrl, isVideoUrl } from './urls.ts';

export const imagePreview = 'image_preview';

const shownAfter: ReadonlySet<string> = new Set(['paragraph_close', 'heading_close', 'table_close']);
const previewsPerMessage = 24;

/** Core rule after the inline content is finished. */
export function addPreviews(state: StateCore): void {
  const rendering = renderStateOf(state.env);
  if (!rendering.isMessage || rendering.context.showsPreviews === false || rendering.uploadPaths.size === 0) return;
  const tokens: Token[] = [];
  const shown = new Set<string>();
  let quoteDepth = 0;
  let pending: Token[] = [];
  for (const token of state.tokens) {
    tokens.push(token);
    if (token.type === 'blockquote_open') quoteDepth++;
    if (token.type === 'blockquote_close') quoteDepth--;
    if (token.type === 'inline' && quoteDepth === 0) pending.push(...previewsOf(state, rendering, token, shown));
    if (shownAfter.has(token.type)) {
      tokens.push(...pending);
      pending = [];
    }
  }
  state.tokens = tokens;
}

function previewsOf(state: StateCore, rendering: RenderState, inline: Token, shown: Set<string>): Token[] {
  const previews: Token[] = [];
  let href = '';
  let title = '';
  for (const child of inline.children ?? []) {
    if (child.type === 'link_open') [href, title] = [hrefOf(child), ''];
    else if (child.type !== 'link_close') title += child.content;
    else if (shown.size < previewsPerMessage && !shown.has(href)) {
      const preview = previewOf(state, rendering, href, title);
      if (preview === undefined) continue;
      shown.add(href);
      previews.push(preview);
    }
  }
  return previews;
}

function previewOf(state: StateCore, rendering: RenderState, href: string, title: string): Token | undefined {
  const image = findImage(rendering, href);
  if (image !== undefined) return previewToken(state, href, title, image);
  return findUploadPath(href) !== undefined && isVideoUrl(href) ? videoToken(state, href, title) : undefined;
}

/** A player that fetches no more than the beginning until it is asked to play. */
function videoToken(state: StateCore, href: string, title: string): Token {
  const video = element('video', { preload: 'metadata', src: href }, '');
  const link = element('a', { href, title: title === '' ? undefined : title }, video);
  const token = new state.Token(imagePreview, '', 0);
  token.content = `${element('div', { class: 'message_inline_image message_inline_video' }, link)}\n`;
  return token;
}

function findImage(rendering: RenderState, href: string): UploadedImage | undefined {
  const path = findUploadPath(href);
  if (path === undefined) return undefined;
  if (rendering.context.findUploadedImage !== undefined) return rendering.context.findUploadedImage(path);
  return isImageUrl(href) ? { src: href } : undefined;
}

function previewToken(
  state: StateCore,
  href: string,
  title: string,
  { src, contentType, width, height }: UploadedImage,
): Token {
  const dimensions = width === undefined || height === undefined ? undefined : `${width}x${height}`;
  const image = element('img', {
    'data-original-content-type': contentType,
    'data-original-dimensions': dimensions,
    src,
  });
  const link = element('a', { href, title: title === '' ? undefined : title }, image);
  const token = new state.Token(imagePreview, '', 0);
  token.content = `${element('div', { class: 'message_inline_image' }, link)}\n`;
  return token;
}
