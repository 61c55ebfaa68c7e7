/**
 * Enrichment of sanitized message HTML before rendering: present names in mentions and channel links, times in the
 * reader's own zone, emoji as glyphs, spoilers that open, code that can be copied, pictures that keep their place before they
 * are loaded. Controls carry `data-action`; message-body.tsx listens once for all of them.
 */
import { dateFormat, ownTimeZone } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { cleanHtml } from './clean-html.ts';
import { emojiGlyph, glyphOf } from './emoji-glyph.ts';
import type { DescribeFile } from './file-parts.ts';

/** A page outside in which code of one language runs. */
export interface Playground {
  name: string;
  pygments_language: string;
  url_template: string;
}

export interface HtmlContext {
  /** Of the page: messages contain sentences and dates of ours. */
  language: string;
  ownId: number;
  /** undefined: no one of that id is known, and the text stays. */
  userName: (id: number) => string | undefined;
  groupName: (id: number) => string | undefined;
  channelName: (id: number) => string | undefined;
  /** Names of the addresses under which this server is reached, for links that lead into the chat. */
  ownOrigins: readonly string[];
  /** Of the chat's page; empty on that page itself. */
  chatPath: string;
  /** undefined: as the reader's language has it. */
  twentyFourHours: boolean | undefined;
  /** Marks the alert words of the reader; not there without any, and until its code has come. */
  markAlertWords?: ((fragment: DocumentFragment) => void) | undefined;
  /** Whose reactions and names are not shown. */
  mutedUsers: ReadonlyMap<number, unknown>;
  playgrounds: readonly Playground[];
  /** The organization's own emoji, by their code. */
  emoji: Readonly<Record<string, { source_url: string; still_url?: string | null }>>;
  /** ":smile:" in place of a picture (`emojiset`). */
  emojiAsText: boolean;
  /** Asks for the size of a file; without it cards say none. */
  describeFile?: DescribeFile;
  /** When previews of pictures move that can (`web_animate_image_previews`). */
  animatePreviews: 'always' | 'on_hover' | 'never';
}

const longestPicture = 300;
/** Around a film, by the server. */
const filmFrame = '.message_inline_video';
const playableTypes = /\.(?:mp4|webm|mp3|m4a|ogg|wav)$/i;

/** @param html of a message, as the server sent it. @returns what is drawn, to be cloned for every row that shows it. */
export function messageFragment(html: string, context: HtmlContext): DocumentFragment {
  const fragment = cleanHtml(html);
  const each = (selector: string, change: (element: HTMLElement) => void): void =>
    fragment.querySelectorAll<HTMLElement>(selector).forEach(change);
  each('span.user-mention', (span) => nameMention(span, context));
  each('span.user-group-mention', (span) => nameGroup(span, context));
  each('a.stream', (link) => nameChannel(link, context));
  // A name runs its own way, and says nothing of the way of the sentence around it.
  each('span.user-mention, span.user-group-mention, a.stream', (name) => name.setAttribute('dir', 'auto'));
  each('a[href]', (link) => leadLink(link as HTMLAnchorElement, context));
  context.markAlertWords?.(fragment);
  if (context.emojiAsText) each('img.emoji', (image) => image.replaceWith(image.getAttribute('alt') ?? ''));
  else each('span.emoji', drawEmoji);
  each('time[datetime]', (time) => tellTime(time, context));
  each('div.spoiler-block', closeSpoiler);
  each('div.codehilite', (block) => frameCode(block, context));
  each('li', markTask);
  each('.message_inline_image', framePicture);
  if (context.animatePreviews !== 'always')
    each('img[data-animated]', (image) => keepStill(image as HTMLImageElement, context.animatePreviews === 'on_hover'));
  each('video, audio', (player) => framePlayer(player, fragment));
  each('table', (table) => wrap(table, 'table-scroll'));
  return fragment;
}

function nameMention(span: HTMLElement, { ownId, userName }: HtmlContext): void {
  const id = Number(span.dataset['userId']);
  const isSilent = span.classList.contains('silent');
  if (id === ownId && !isSilent) span.classList.add('is-me');
  if (span.dataset['userId'] === '*' && !isSilent) span.classList.add('is-me');
  const name = Number.isInteger(id) ? userName(id) : undefined;
  if (name === undefined) return;
  span.textContent = `${isSilent ? '' : '@'}${name}`;
  makeControl(span, 'user');
}

function nameGroup(span: HTMLElement, { groupName }: HtmlContext): void {
  const name = groupName(Number(span.dataset['userGroupId']));
  if (name !== undefined) span.textContent = `${span.classList.contains('silent') ? '' : '@'}${name}`;
}

function nameChannel(link: HTMLElement, { channelName }: HtmlContext): void {
  const name = channelName(Number(link.dataset['streamId']));
  if (name !== undefined) link.textContent = `#${name}`;
}

/** Links into the chat lead to its page; all others open beside it and are given nothing of it. */
function leadLink(link: HTMLAnchorElement, { ownOrigins, chatPath }: HtmlContext): void {
  const address = link.getAttribute('href') ?? '';
  const origin = ownOrigins.find((each) => address.startsWith(`${each}/`));
  const path = origin === undefined ? address : address.slice(origin.length);
  const fragment = /^\/?(?:chat\/)?(#.*)$/s.exec(path)?.[1];
  if (fragment !== undefined) {
    link.setAttribute('href', `${chatPath}${fragment}`);
    return;
  }
  if (origin !== undefined && path.startsWith('/user_uploads/')) link.setAttribute('href', path);
  if (isPlayable(path) && link.closest(`${filmFrame}, audio`) === null) offerPlayer(link);
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
}

/** Sound and film are asked for when someone wants them, and not before. */
function offerPlayer(link: HTMLAnchorElement): void {
  const play = document.createElement('button');
  play.type = 'button';
  play.className = 'player-button';
  play.dataset['action'] = 'play';
  play.textContent = t('Play');
  play.setAttribute('aria-label', t('Play {{name}}', { name: link.textContent }));
  link.after(play);
}

function drawEmoji(span: HTMLElement): void {
  const glyph = glyphOf(span);
  if (glyph !== undefined) span.textContent = glyph;
}

/** An emoji as its reader wants it: a glyph, or its name between colons, which stands where there is no glyph, too. */
export function emojiSign({ name, code }: { name: string; code: string }, asText: boolean): string {
  return (asText ? undefined : emojiGlyph(code)) ?? `:${name}:`;
}

function tellTime(time: HTMLElement, { twentyFourHours }: HtmlContext): void {
  const moment = new Date(time.getAttribute('datetime') ?? '');
  if (Number.isNaN(moment.getTime())) return;
  const options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
  if (twentyFourHours !== undefined) options.hourCycle = twentyFourHours ? 'h23' : 'h12';
  // The zone is the reader's own; a user who reads it out should hear which.
  const zone = dateFormat({ dateStyle: 'full', timeStyle: 'long' }).format(moment);
  time.title = `${zone} (${ownTimeZone()})`;
  time.textContent = dateFormat(options).format(moment);
  time.classList.add('local-time');
}

function closeSpoiler(block: HTMLElement): void {
  const header = block.querySelector<HTMLElement>(':scope > .spoiler-header');
  const content = block.querySelector<HTMLElement>(':scope > .spoiler-content');
  if (content === null) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'spoiler-toggle';
  button.dataset['action'] = 'spoiler';
  button.setAttribute('aria-expanded', 'false');
  const title = document.createElement('span');
  const isNamed = header !== null && (header.textContent.trim() !== '' || header.querySelector('img') !== null);
  if (!isNamed) title.textContent = t('Spoiler');
  else title.append(...header.childNodes);
  // A button holds no paragraph and nothing else that can be clicked.
  for (const inner of title.querySelectorAll('p, a, [data-action]')) inner.replaceWith(...inner.childNodes);
  button.append(title);
  content.removeAttribute('aria-hidden');
  content.hidden = true;
  block.replaceChildren(button, content);
}

/** The box of a task stands in place of the bullet. */
function markTask(item: HTMLElement): void {
  if (/^\s*[☐☑]/u.test(item.firstChild?.textContent ?? '')) item.classList.add('is-task');
}

function frameCode(block: HTMLElement, { playgrounds }: HtmlContext): void {
  const pre = block.querySelector('pre');
  if (pre === null) return;
  const bar = document.createElement('div');
  bar.className = 'code-bar';
  const language = document.createElement('span');
  language.textContent = block.dataset['codeLanguage'] ?? '';
  bar.append(language);
  const [playground, ...others] = playgroundsFor(playgrounds, language.textContent);
  if (playground !== undefined) {
    const { name } = playground;
    const open = codeTool('playground', others.length === 0 ? t('Open in {{name}}', { name }) : t('Open in …'));
    if (others.length > 0) open.setAttribute('aria-haspopup', 'menu');
    bar.append(open);
  }
  const wrapping = codeTool('wrap-code', t('Wrap lines'));
  wrapping.setAttribute('aria-pressed', 'false');
  bar.append(wrapping, codeTool('copy-code', t('Copy')));
  // Wide code is scrolled by keys as well.
  pre.tabIndex = 0;
  block.prepend(bar);
}

/** @param language as code blocks carry it. @returns the pages in which code of it runs */
export function playgroundsFor(playgrounds: readonly Playground[], language: string): readonly Playground[] {
  const wanted = language.toLowerCase();
  return playgrounds.filter(({ pygments_language: each }) => wanted !== '' && each.toLowerCase() === wanted);
}

function codeTool(action: string, label: string): HTMLButtonElement {
  const tool = document.createElement('button');
  tool.type = 'button';
  tool.className = 'code-tool';
  tool.dataset['action'] = action;
  tool.textContent = label;
  return tool;
}

function framePicture(block: HTMLElement): void {
  const link = block.querySelector('a');
  const image = block.querySelector('img');
  if (image === null) return;
  image.loading = 'lazy';
  image.decoding = 'async';
  image.alt = image.alt || link?.title || t('Image');
  const [width = 0, height = 0] = (image.dataset['originalDimensions'] ?? '').split('x').map(Number);
  // The place is kept before the picture is there, so that nothing moves when it comes.
  if (width > 0 && height > 0) {
    const scale = Math.min(1, longestPicture / height, 440 / width);
    image.width = Math.round(width * scale);
    image.height = Math.round(height * scale);
  } else block.classList.add('no-size');
  if (link !== null) link.dataset['action'] = 'picture';
}

/** The server has a still of each picture that moves, under a name of the same beginning. */
function keepStill(image: HTMLImageElement, movesOnHover: boolean): void {
  const moving = image.getAttribute('src') ?? '';
  image.setAttribute('src', moving.replace(/-anim(?=\.\w+$)/, ''));
  if (movesOnHover) image.dataset['moving'] = moving;
}

/** While someone points at a picture that stands still, or has the focus on it, it moves. */
export function moveOnHover({ target, type }: Event): void {
  const image = target instanceof Element ? target.closest('.message_inline_image')?.querySelector('img') : null;
  const { moving, still } = image?.dataset ?? {};
  if (image === null || image === undefined || moving === undefined) return;
  if (type === 'mouseover' || type === 'focusin') {
    image.dataset['still'] ??= image.getAttribute('src') ?? '';
    image.setAttribute('src', moving);
  } else if (still !== undefined) image.setAttribute('src', still);
}

/** What a button plays needs no player beside it. One without stands outside of its link, which a click on it would follow. */
function framePlayer(player: HTMLElement, fragment: DocumentFragment): void {
  const path = player.getAttribute('src');
  const frame = player.closest(filmFrame) ?? player;
  const buttons = [...fragment.querySelectorAll('a + .player-button')];
  if (buttons.some(({ previousElementSibling: link }) => link?.getAttribute('href') === path)) {
    const around = frame.parentElement;
    frame.remove();
    if (around?.childNodes.length === 0) around.remove();
    return;
  }
  player.setAttribute('controls', '');
  if (player !== frame) frame.replaceChildren(player);
}

/** @returns whether a link leads to something that can be played here. */
function isPlayable(path: string): boolean {
  return path.startsWith('/user_uploads/') && playableTypes.test(path);
}

function wrap(element: HTMLElement, className: string): void {
  const around = document.createElement('div');
  around.className = className;
  around.tabIndex = 0;
  element.replaceWith(around);
  around.append(element);
}

function makeControl(element: HTMLElement, action: string): void {
  element.dataset['action'] = action;
  element.tabIndex = 0;
  element.setAttribute('role', 'button');
}
