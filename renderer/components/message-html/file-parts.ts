/**
 * Files of a message as their readers see them: pictures side by side with their captions, a card for every other file, and what a
 * linked page says of itself. Size and kind are asked for when a card is shown; a file that is deleted says so.
 */
import { t } from '../../client/text.ts';

/** What is known of a file. @returns null for one that is deleted, or not for the reader. */
export type DescribeFile = (path: string) => Promise<{ size: string } | null>;

const uploads = '/user_uploads/';
const pictureFrame = '.message_inline_image:not(.message_inline_video)';
/** Kinds that are shown in the chat. */
const shownKinds = /\.(?:pdf|txt|md|csv|log|json|xml|ya?ml|ini|sql|ts|js|py|sh|css|html?)$/i;

/** @returns the name of a file, as its address has it. */
function fileName(path: string): string {
  const name =
    path
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? path;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Whether a file can be looked at in the chat. */
const isShownKind = (path: string): boolean => shownKinds.test(fileName(path));

/** Frames pictures, files and linked pages of a message, and asks for what cards say. @param fragment the body of the message. */
export function showFiles(fragment: HTMLElement, describe: DescribeFile | undefined): void {
  // Files of a quotation are shown where it is from.
  for (const paragraph of fragment.querySelectorAll('p'))
    if (paragraph.closest('blockquote') === null) frameLines(paragraph, fragment);
  for (const frame of fragment.querySelectorAll<HTMLElement>(pictureFrame)) captionPicture(frame);
  gatherPictures(fragment);
  for (const page of fragment.querySelectorAll('.message_embed')) framePage(page);
  if (describe !== undefined) describeFiles(fragment, describe);
}

const isUpload = (node: Node): node is HTMLAnchorElement =>
  node instanceof HTMLAnchorElement && (node.getAttribute('href') ?? '').startsWith(uploads);
const isSpace = (node: Node): boolean =>
  node instanceof HTMLBRElement || (node instanceof Text && node.data.trim() === '');
const isNote = (node: Node): boolean => node instanceof HTMLElement && node.classList.contains('message-edited');
const isPlay = (node: Node): boolean => node instanceof HTMLElement && node.classList.contains('player-button');

/** A line of files alone: the pictures stand below it, the others become cards. */
function frameLines(paragraph: HTMLParagraphElement, fragment: ParentNode): void {
  for (const line of linesOf(paragraph)) {
    const links = line.filter(isUpload);
    if (links.length === 0 || !line.every((node) => isUpload(node) || isSpace(node) || isPlay(node) || isNote(node)))
      continue;
    for (const link of links) {
      if (hasPicture(link, fragment)) link.remove();
      else link.replaceWith(cardOf(link));
    }
    for (const node of line) if (node instanceof Text) node.remove();
  }
  const rest = [...paragraph.childNodes];
  if (rest.every(isSpace)) paragraph.remove();
  else trimBreaks(paragraph);
}

/** The nodes between line ends. */
function linesOf(paragraph: HTMLParagraphElement): ChildNode[][] {
  const lines: ChildNode[][] = [[]];
  for (const node of paragraph.childNodes)
    if (node instanceof HTMLBRElement) lines.push([]);
    else lines.at(-1)?.push(node);
  return lines;
}

/** Line ends beside cards and at the end hold empty lines open. */
function trimBreaks(paragraph: HTMLParagraphElement): void {
  for (const end of paragraph.querySelectorAll(':scope > br')) {
    const [before, after] = [contentBeside(end, 'previousSibling'), contentBeside(end, 'nextSibling')];
    if (before === null || after === null || isCard(before) || isCard(after)) end.remove();
  }
}

function contentBeside(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  let beside = node[side];
  while (beside !== null && isSpace(beside)) beside = beside[side];
  return beside;
}

const isCard = (node: Node): boolean => node instanceof HTMLElement && node.classList.contains('file-card');

const hasPicture = (link: HTMLAnchorElement, fragment: ParentNode): boolean =>
  [...fragment.querySelectorAll(`${pictureFrame} a`)].some(
    (each) => each !== link && each.getAttribute('href') === link.getAttribute('href'),
  );

/** Kind, name, size, and what can be done with the file. A player takes the place of its button. */
function cardOf(link: HTMLAnchorElement): HTMLElement {
  const path = link.getAttribute('href') ?? '';
  const name = fileName(path);
  const play = link.nextElementSibling?.classList.contains('player-button') === true ? link.nextElementSibling : null;
  const card = make('span', 'file-card');
  card.dataset['file'] = path;
  const kind = make('span', 'file-kind', /\.(\w{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? '');
  kind.setAttribute('aria-hidden', 'true');
  const save = make('a', 'file-tool', t('Download')) as HTMLAnchorElement;
  save.href = `${path}?download=true`;
  save.download = name;
  save.setAttribute('aria-label', t('Download {{name}}', { name }));
  const words = make('span', 'file-words');
  const own = link.cloneNode(true) as HTMLAnchorElement;
  own.classList.add('file-name');
  own.title = name;
  words.append(own, make('small', 'file-note'));
  card.append(kind, words);
  if (play !== null) card.append(play);
  else if (isShownKind(path)) card.append(previewButton(name));
  card.append(save);
  return card;
}

function previewButton(name: string): HTMLElement {
  const button = make('button', 'file-tool', t('Preview')) as HTMLButtonElement;
  button.type = 'button';
  button.dataset['action'] = 'file';
  button.setAttribute('aria-label', t('Preview {{name}}', { name }));
  return button;
}

/** What its author wrote under a picture; its name is no caption. */
function captionPicture(frame: HTMLElement): void {
  const link = frame.querySelector('a');
  const title = link?.title ?? '';
  if (link === null || title === '' || title === fileName(link.getAttribute('href') ?? '')) return;
  const caption = make('span', 'picture-caption', title);
  caption.dir = 'auto';
  frame.append(caption);
}

/** Pictures that follow each other stand side by side. */
function gatherPictures(fragment: ParentNode): void {
  for (const first of fragment.querySelectorAll(pictureFrame)) {
    if (first.parentElement?.classList.contains('picture-grid') === true) continue;
    const run: Element[] = [first];
    for (let next = first.nextElementSibling; next?.matches(pictureFrame) === true; next = next.nextElementSibling)
      run.push(next);
    if (run.length < 2) continue;
    const grid = make('div', 'picture-grid');
    first.before(grid);
    grid.append(...run);
  }
}

/** The picture of a linked page is decoration: its title says what it is. */
function framePage(page: Element): void {
  const image = page.querySelector<HTMLImageElement>('.message_embed_image img');
  if (image === null) return;
  image.loading = 'lazy';
  image.decoding = 'async';
  image.alt = '';
}

/** Writes sizes on the cards of a message, and says which files are deleted. @param body that is on the page. */
function describeFiles(body: HTMLElement, describe: DescribeFile): void {
  for (const card of body.querySelectorAll<HTMLElement>('.file-card')) void describeCard(card, describe);
}

async function describeCard(card: HTMLElement, describe: DescribeFile): Promise<void> {
  const path = card.dataset['file'] ?? '';
  const file = await answerOf(path, describe);
  const note = card.querySelector('.file-note');
  if (file === null) card.replaceWith(deletedCard(fileName(path)));
  else if (file !== undefined && note !== null) note.textContent = file.size;
}

/** @returns undefined without an answer: what is shown stays as it is. */
const answerOf = (path: string, describe: DescribeFile): Promise<Awaited<ReturnType<DescribeFile>> | undefined> =>
  describe(path).catch(() => undefined);

/** A picture that could not be loaded: it may be deleted. */
export async function replaceLostPicture({ target }: Event, describe: DescribeFile | undefined): Promise<void> {
  if (!(target instanceof HTMLImageElement)) return;
  target.closest('.message_embed_image')?.remove();
  const frame = target.closest(pictureFrame);
  const path = frame?.querySelector('a')?.getAttribute('href') ?? '';
  if (frame === null || describe === undefined || !path.startsWith(uploads)) return;
  if ((await answerOf(path, describe)) === null) frame.replaceChildren(deletedCard(fileName(path)));
}

function deletedCard(name: string): HTMLElement {
  const card = make('span', 'file-card is-deleted');
  const words = make('span', 'file-words');
  words.append(make('s', 'file-name', name), make('small', 'file-note', t('This file was deleted.')));
  card.append(words);
  return card;
}

function make(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
