// Previews: below a paragraph, heading or table that links to uploaded pictures, the pictures themselves, and players below one that
// links to videos and sound; and what linked pages say of themselves, where that is known. Only of this server: a message never makes its
// readers fetch something from elsewhere. Quotations and descriptions have none.

import type { StateCore, Token } from 'markdown-it';
import { lookup } from 'mime-types';
import { type LinkPreview, type RenderState, renderStateOf, type ShownUpload } from './context.ts';
import { hrefOf } from './finish.ts';
import { element, escapeHtml } from './html.ts';
import { findUploadPath, isImageUrl } from './urls.ts';

export const preview = 'preview';

const shownAfter: ReadonlySet<string> = new Set(['paragraph_close', 'heading_close', 'table_close']);
const previewsPerMessage = 24;
/** Pages of a message that have a preview. */
const pagesPerMessage = 5;
/** What browsers play, in the markup that clients know. */
const videoTypes: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'video/webm']);
const soundTypes: ReadonlySet<string> = new Set(
  'aac flac mp4 mpeg ogg wav webm x-m4a x-wav vnd.wave'.split(' ').map((name) => `audio/${name}`),
);
const unknownPicture = 'image/*';

function typeOfName(path: string): string {
  return isImageUrl(path) ? unknownPicture : lookup(path) || '';
}

/** Core rule after the inline content is finished. */
export function addPreviews(state: StateCore): void {
  const rendering = renderStateOf(state.env);
  if (!rendering.isMessage || rendering.links.size === 0) return;
  const showsUploads = rendering.context.showsPreviews !== false && rendering.uploadPaths.size > 0;
  const tokens: Token[] = [];
  const shown = new Set<string>();
  let quoteDepth = 0;
  let pending: Token[] = [];
  for (const token of state.tokens) {
    tokens.push(token);
    if (token.type === 'blockquote_open') quoteDepth++;
    if (token.type === 'blockquote_close') quoteDepth--;
    if (token.type === 'inline' && quoteDepth === 0) {
      if (showsUploads) pending.push(...previewsOf(state, rendering, token, shown));
      pending.push(...pagePreviewsOf(state, rendering, token));
    }
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
      const token = previewOf(state, rendering, href, title);
      if (token === undefined) continue;
      shown.add(href);
      previews.push(token);
    }
  }
  return previews;
}

function pagePreviewsOf(state: StateCore, rendering: RenderState, inline: Token): Token[] {
  const { context, previewLinks } = rendering;
  if (context.findLinkPreview === undefined) return [];
  return (inline.children ?? []).flatMap((child) => {
    const href = child.type === 'link_open' ? hrefOf(child) : '';
    if (!/^https?:\/\//i.test(href) || previewLinks.has(href) || previewLinks.size >= pagesPerMessage) return [];
    previewLinks.add(href);
    const page = context.findLinkPreview?.(href);
    return page === undefined ? [] : [previewToken(state, pageHtml(href, page))];
  });
}

/** In the markup that clients know: the picture as a background, the title as a link, the description. */
function pageHtml(href: string, { title, description, image }: LinkPreview): string {
  const style = image === null ? undefined : `background-image: url("${image}")`;
  const picture = style === undefined ? '' : element('a', { class: 'message_embed_image', href, style }, '');
  const heading = element('div', { class: 'message_embed_title' }, element('a', { href, title }, escapeHtml(title)));
  const text =
    description === '' ? '' : element('div', { class: 'message_embed_description' }, escapeHtml(description));
  return element(
    'div',
    { class: 'message_embed' },
    picture + element('div', { class: 'data-container' }, heading + text),
  );
}

function previewOf(state: StateCore, rendering: RenderState, href: string, title: string): Token | undefined {
  const path = findUploadPath(href);
  const upload = path === undefined ? undefined : findUpload(rendering, path);
  if (upload === undefined) return undefined;
  const html = pictureHtml(upload, href, title) ?? playerHtml(upload, href, title);
  return html === undefined ? undefined : previewToken(state, html);
}

function previewToken(state: StateCore, html: string): Token {
  const token = new state.Token(preview, '', 0);
  token.content = `${html}\n`;
  return token;
}

/** By the name of the file where nothing else is known of it. */
function findUpload({ context }: RenderState, path: string): Partial<ShownUpload> | undefined {
  return context.findUpload === undefined ? { contentType: typeOfName(path) } : context.findUpload(path);
}

function pictureHtml({ contentType, picture }: Partial<ShownUpload>, href: string, title: string): string | undefined {
  if (picture === undefined && contentType !== unknownPicture) return undefined;
  const image = element('img', {
    'data-animated': picture?.isAnimated === true ? 'true' : undefined,
    'data-original-content-type': picture === undefined ? undefined : contentType,
    'data-original-dimensions': picture === undefined ? undefined : `${picture.width}x${picture.height}`,
    src: picture?.src ?? href,
  });
  return framed('message_inline_image', href, title, image);
}

/** Players fetch no more than the beginning until they are asked to play. Of sound there is a link inside for clients without one. */
function playerHtml({ contentType = '' }: Partial<ShownUpload>, href: string, title: string): string | undefined {
  const source = { preload: 'metadata', src: href };
  if (videoTypes.has(contentType))
    return framed('message_inline_image message_inline_video', href, title, element('video', source, ''));
  if (!soundTypes.has(contentType)) return undefined;
  const link = element('a', { href }, escapeHtml(title || href));
  return element('p', {}, element('audio', { controls: '', ...source, title: title || undefined }, link));
}

function framed(className: string, href: string, title: string, content: string): string {
  return element('div', { class: className }, element('a', { href, title: title || undefined }, content));
}
