// The pass over finished inline content: pictures become links, addresses and linkifier matches become links, emoji
// characters become spans, emphasis is kept from nesting without end, and what the message links to is noted down.

import type { StateCore, Token } from 'markdown-it';
import { type RenderState, renderStateOf } from './context.ts';
import { findEmojiCode, splitAtEmoji } from './emoji.ts';
import { splitAtEmoticons } from './emoticons.ts';
import { emojiHtml } from './inline/emoji-names.ts';
import { htmlToken } from './inline/push-html.ts';
import { findLinkifierMatches, type LinkifierMatch } from './linkify.ts';
import { findUploadPath, isImageUrl, withoutOwnOrigin } from './urls.ts';

const maxEmphasisDepth = 20;
/** What a sign right behind it belongs to, so that it is no emoticon. */
const glued: ReadonlySet<string> = new Set(['link_close', 'code_inline']);
const emphasisPattern = /^(?:em|strong|s)_(open|close)$/;

/** Endings that two-letter domains share with files people name in a chat: `notes.md` is no address. */
const fileEndings: ReadonlySet<string> = new Set(
  'am as bz cc gz in la md mk mm pl pm ps py rs sh so st tf vi'.split(' '),
);

/** Core rule in place of the parser's own search for addresses. */
export function finishInline(state: StateCore): void {
  const rendering = renderStateOf(state.env);
  for (const token of state.tokens) {
    if (token.type === 'inline' && token.children !== null) token.children = finish(state, rendering, token.children);
  }
}

/** Core rule in place of the parser's own: parses inline content, knowing whether it stands in a quotation. */
export function parseInline(state: StateCore): void {
  const rendering = renderStateOf(state.env);
  for (const token of state.tokens) {
    if (token.type === 'blockquote_open') rendering.quoteDepth++;
    if (token.type === 'blockquote_close') rendering.quoteDepth--;
    if (token.type === 'inline') state.md.inline.parse(token.content, state.md, state.env, token.children ?? []);
  }
}

function finish(state: StateCore, rendering: RenderState, tokens: readonly Token[]): Token[] {
  const finished: Token[] = [];
  let linkDepth = 0;
  let isNowhere = false;
  let emphasisDepth = 0;
  for (const token of tokens) {
    const emphasis = emphasisPattern.exec(token.type)?.[1];
    if (emphasis !== undefined) {
      if (emphasis === 'close') emphasisDepth--;
      const isShown = emphasisDepth < maxEmphasisDepth;
      if (emphasis === 'open') emphasisDepth++;
      if (token.type.startsWith('s_')) token.tag = 'del';
      if (isShown) finished.push(token);
      continue;
    }
    // A link to nowhere is what was typed; one that no one could see shows its address.
    if (token.type === 'link_open' && hrefOf(token) === '') {
      finished.push(textToken(state, '[', token.level));
      isNowhere = true;
      continue;
    }
    if (token.type === 'link_close' && isNowhere) {
      finished.push(textToken(state, ']()', token.level));
      isNowhere = false;
      continue;
    }
    if (token.type === 'link_close') showAddress(state, finished);
    if (token.type === 'link_open') linkDepth++;
    if (token.type === 'link_close') linkDepth--;
    if (token.type === 'link_open') token.attrSet('href', noteLink(rendering, hrefOf(token)));
    if (token.type === 'image') finished.push(...imageAsLink(state, rendering, token, linkDepth > 0));
    else if (token.type === 'text')
      finished.push(...finishText(state, rendering, token, linkDepth > 0, glued.has(finished.at(-1)?.type ?? '')));
    else finished.push(token);
  }
  return finished;
}

/** What stands in a link that no one could see: nothing, or space. */
function showAddress(state: StateCore, finished: Token[]): void {
  if (
    finished.at(-1)?.type === 'text' &&
    finished.at(-1)?.content.trim() === '' &&
    finished.at(-2)?.type === 'link_open'
  )
    finished.pop();
  const open = finished.at(-1);
  if (open?.type === 'link_open') finished.push(textToken(state, hrefOf(open), open.level + 1));
}

/** `![name](address)` shows as a link; uploaded pictures get their preview below the paragraph like any linked one. */
function imageAsLink(state: StateCore, rendering: RenderState, image: Token, isInLink: boolean): Token[] {
  const url = String(image.attrGet('src') ?? '');
  const label = state.md.renderer.renderInlineAsText(image.children ?? [], state.md.options, state.env) || url;
  if (url === '') return [textToken(state, `![${label}]()`, image.level)];
  if (isInLink) return [textToken(state, label, image.level)];
  return linkTokens(state, noteLink(rendering, url), label, image.level);
}

function finishText(
  state: StateCore,
  rendering: RenderState,
  token: Token,
  isInLink: boolean,
  isGlued: boolean,
): Token[] {
  const { content, level } = token;
  const tokens: Token[] = [];
  let end = 0;
  for (const link of isInLink ? [] : findLinks(state, rendering, content)) {
    tokens.push(...withEmoji(state, rendering, content.slice(0, link.start), end, level, isGlued));
    tokens.push(...linkTokens(state, noteLink(rendering, link.url), link.text, level));
    end = link.end;
  }
  return [...tokens, ...withEmoji(state, rendering, content, end, level, isGlued)];
}

/** Addresses and linkifier matches. An address is kept whole: a match inside it is dropped, one around it wins. */
function findLinks(state: StateCore, rendering: RenderState, text: string): LinkifierMatch[] {
  const addresses = findAddresses(state, text);
  const matches = findLinkifierMatches(text, rendering.context.linkifiers, rendering.linkifierBudget);
  const winning = matches.filter((match) =>
    addresses.every((address) => !overlaps(match, address) || covers(match, address)),
  );
  const left = addresses.filter((address) => !winning.some((match) => overlaps(match, address)));
  return [...winning, ...left].sort((a, b) => a.start - b.start);
}

function overlaps(a: LinkifierMatch, b: LinkifierMatch): boolean {
  return a.start < b.end && b.start < a.end;
}

function covers(a: LinkifierMatch, b: LinkifierMatch): boolean {
  return a.start <= b.start && b.end <= a.end;
}

function findAddresses(state: StateCore, text: string): LinkifierMatch[] {
  const { md } = state;
  return (md.linkify.match(text) ?? []).flatMap(({ schema, index, lastIndex, text: shown, url }) => {
    // A path belongs to no mail address.
    if (schema === 'mailto:' && text[lastIndex] === '/') return [];
    const href = md.normalizeLink(url);
    const isFileName =
      schema === '' && !/[/:@]/.test(shown) && fileEndings.has(shown.slice(shown.lastIndexOf('.') + 1).toLowerCase());
    return isFileName || !md.validateLink(href) ? [] : [{ start: index, end: lastIndex, text: shown, url: href }];
  });
}

/** The part of a text from `start` on, with its emoji. */
function withEmoji(
  state: StateCore,
  rendering: RenderState,
  whole: string,
  start: number,
  level: number,
  isGlued: boolean,
): Token[] {
  const text = whole.slice(start);
  if (text === '') return [];
  const before = start > 0 ? whole.slice(start - 1, start) : isGlued ? 'x' : '';
  const pieces: Array<{ text: string; name?: string }> =
    rendering.context.translatesEmoticons === true ? splitAtEmoticons(text, before) : [{ text }];
  return pieces.flatMap((piece) => {
    const code = piece.name === undefined ? undefined : findEmojiCode(piece.name);
    return code === undefined
      ? emojiTokens(state, piece.text, level)
      : [htmlToken(state, emojiHtml(code, piece.name), piece.text, level)];
  });
}

function emojiTokens(state: StateCore, text: string, level: number): Token[] {
  return splitAtEmoji(text).map((piece) =>
    piece.code === undefined
      ? textToken(state, piece.text, level)
      : htmlToken(state, emojiHtml(piece.code), piece.text, level),
  );
}

/** Writes down what is linked to, and returns the address as it should stand in the link. */
function noteLink(rendering: RenderState, address: string): string {
  const url = withoutOwnOrigin(address, rendering.context.isOwnOrigin);
  rendering.links.add(url);
  if (isImageUrl(url)) rendering.hasImage = true;
  const path = findUploadPath(url);
  if (path !== undefined) rendering.uploadPaths.add(path);
  return url;
}

export function hrefOf(token: Token): string {
  return String(token.attrGet('href') ?? '');
}

function linkTokens(state: StateCore, url: string, text: string, level: number): Token[] {
  const open = new state.Token('link_open', 'a', 1);
  open.attrs = [['href', url]];
  open.level = level;
  const close = new state.Token('link_close', 'a', -1);
  close.level = level;
  return [open, textToken(state, text, level + 1), close];
}

function textToken(state: StateCore, text: string, level: number): Token {
  const token = new state.Token('text', '', 0);
  token.content = text;
  token.level = level;
  return token;
}
