/** Formatted text of other programs as Markdown. Loaded at the first paste of any. */
import TurndownService from 'turndown';
import { asLinkAddress } from '../../client/link-text.ts';
import { isList, itemOf, makeLists } from './html-lists.ts';
import { tableOf } from './html-tables.ts';

let service: TurndownService | undefined;

const browserParser = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

/** @param parse makes a document of the HTML; it runs no script and loads nothing. */
export function markdownOf(html: string, parse = browserParser): string {
  service ??= makeService();
  // Programs put what they mean between these two marks.
  const fragment = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/.exec(html)?.[1] ?? html;
  const { body } = parse(rowsAlone.test(fragment) ? `<table>${fragment}</table>` : fragment);
  for (const element of body.querySelectorAll('[style]')) if (keepsSpace(element)) breakLines(element);
  makeLists(body);
  return service.turndown(body).replaceAll(joined, '$2').replaceAll(seam, '').trim();
}

/** Sheets put the first mark within their table. */
const rowsAlone = /^(?:\s|<!--[\s\S]*?-->)*<(?:col|colgroup|thead|tbody|tr|td|th)[\s>]/i;

/** The second of two breaks makes an empty line. */
const breakOf = ({ previousSibling }: Node): string => (previousSibling?.nodeName === 'BR' ? '\n\n' : '\n');

/** Chats and boards show line breaks of the text itself. */
const keepsSpace = (element: Element): boolean =>
  /white-space(?:-collapse)?:\s*(?:pre|break-spaces|preserve)/i.test(element.getAttribute('style') ?? '');

/** Makes each line break of a text an element, which is not taken for the space that it is elsewhere. */
function breakLines(element: Element): void {
  for (const node of Array.from(element.childNodes)) {
    if (node.nodeName === 'PRE' || node.nodeName === 'CODE') continue;
    if (node.nodeName !== '#text') breakLines(node as Element);
    // What lies between blocks only lays out the source.
    else if ((node.nodeValue ?? '').trim() !== '' || element.children.length === 0) {
      const [first = '', ...lines] = (node.nodeValue ?? '').split('\n');
      node.nodeValue = first;
      const after = node.nextSibling;
      for (const line of lines) {
        element.insertBefore(element.ownerDocument.createElement('br'), after);
        if (line !== '') element.insertBefore(element.ownerDocument.createTextNode(line), after);
      }
    }
  }
}

function makeService(): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
    // Mail programs write an empty line as an element with a break or a space in it.
    blankReplacement: (_content, node) => (!isBlock(node) ? '' : isEmptyLine(node) ? '\n\n' : '\n'),
  });
  turndown.escape = escaped;
  turndown.remove(['style', 'script', 'meta', 'link', 'title']);
  turndown.addRule('picture', { filter: 'img', replacement: (_content, node) => pictureOf(node as Element) });
  turndown.addRule('break', { filter: 'br', replacement: (_content, node) => breakOf(node) });
  turndown.addRule('line', {
    filter: 'div',
    replacement: (content, node) => (isEmptyLine(node) ? '\n\n' : `\n${content}\n`),
  });
  turndown.addRule('marked', {
    filter: ({ nodeName }) => marked.has(nodeName),
    replacement: (content, node) => markedUp(content, node as Element),
  });
  turndown.addRule('link', { filter: 'a', replacement: (content, node) => linkOf(content, node as Element) });
  turndown.addRule('block of code', { filter: 'pre', replacement: (_content, node) => fenceOf(node as Element) });
  turndown.addRule('formula', {
    filter: (node) => node.nodeName === 'SPAN' && formulaIn(node as Element) !== '',
    replacement: (_content, node) => `$$${formulaIn(node as Element)}$$`,
  });
  turndown.addRule('box to tick', {
    filter: (node) => node.nodeName === 'INPUT' && node.getAttribute('type') === 'checkbox',
    replacement: (_content, node) => ((node as Element).hasAttribute('checked') ? '[x] ' : '[ ] '),
  });
  turndown.addRule('item', { filter: 'li', replacement: (content, node) => itemOf(content, node as Element) });
  turndown.addRule('list in a list', {
    filter: (node) => isList(node) && node.parentElement !== null && isList(node.parentElement),
    replacement: (content) => `\n${content.trim().replaceAll(/^/gm, '   ')}\n`,
  });
  turndown.addRule('item of Word', {
    filter: (node) => node.getAttribute('data-item') !== null,
    replacement: (content, node) => `\n${(node as Element).getAttribute('data-item') ?? '-'} ${content.trim()}\n`,
  });
  turndown.addRule('line above what is folded', {
    filter: 'summary',
    replacement: (content) => `\n${content.trim()}\n`,
  });
  turndown.addRule('table', {
    filter: 'table',
    replacement: (content, node) =>
      `\n\n${tableOf(node as Element, (html) => turndown.turndown(html)) ?? content.trim()}\n\n`,
  });
  // Parts of tables that are only there to place things are lines.
  turndown.addRule('cell', { filter: ['td', 'th', 'tr'], replacement: (content) => `\n${content.trim()}\n` });
  return turndown;
}

/** The source of a formula, which is beside what is seen of it. */
const formulaIn = (element: Element): string =>
  /(?:^|\s)katex(?:\s|$)/.test(element.className)
    ? (element.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? '').trim()
    : '';

const marked = new Set(['B', 'STRONG', 'I', 'EM', 'DEL', 'S', 'STRIKE', 'SPAN', 'FONT']);

const address = /(?:https?|ftp|mailto):[^\s<>]+|www\.[^\s<>]+/gi;

/** What the server would read as marks gets a backslash where it knows one; addresses stay as they are. */
function escaped(text: string): string {
  let at = 0;
  let done = '';
  for (const { 0: found, index } of text.matchAll(address)) {
    done += escapedWords(text.slice(at, index)) + found;
    at = index + found.length;
  }
  return done + escapedWords(text.slice(at));
}

const escapedWords = (text: string): string =>
  text
    .replaceAll(/&(?=#?\w+;)/g, '&#38;')
    .replaceAll(/\*(?=\S)|(?<=\S)\*|^\*$/g, String.raw`\*`)
    .replaceAll('`', '\\`')
    // The end of a heading, which would be left out.
    .replaceAll(/(?<=\s)#(?=#*$)/gm, String.raw`\#`)
    .replaceAll(/~~/g, String.raw`\~~`)
    .replaceAll(/\[(?=[^\]\n]*\]\()/g, String.raw`\[`)
    .replaceAll(/^(\s*)(#{1,6}\s|[-+*]\s|>|-{3,}\s*$)/gm, String.raw`$1\$2`);

const isBlock = (node: Node): boolean => (node as Node & { isBlock?: boolean }).isBlock === true;
const isEmptyLine = (node: Node): boolean =>
  (node.textContent ?? '').trim() === '' &&
  ((node.textContent ?? '').includes('\u00a0') || (node as Element).querySelectorAll('br').length > 0);

interface Look {
  bold: boolean;
  italic: boolean;
  struck: boolean;
}

/** Styles count more than names: word processors wrap all they copy in a `b` that is not bold. */
function lookOf(element: Element): Look {
  const name = element.nodeName;
  const style = element.getAttribute('style') ?? '';
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
  const slant = /font-style:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
  return {
    bold: weight === undefined ? name === 'B' || name === 'STRONG' : /^(?:bold|bolder|[6-9]00)$/.test(weight),
    italic: slant === undefined ? name === 'I' || name === 'EM' : slant === 'italic' || slant === 'oblique',
    struck: ['DEL', 'S', 'STRIKE'].includes(name) || /text-decoration[\w-]*:[^;]*line-through/i.test(style),
  };
}

/** @returns the marks that an element adds to those around it; a heading is bold anyway. */
function marksOf(element: Element): string[] {
  const { bold, italic, struck } = lookOf(element);
  const around: Look = { bold: false, italic: false, struck: false };
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
    const look = lookOf(outer);
    around.bold ||= look.bold || /^H[1-6]$/.test(outer.nodeName);
    around.italic ||= look.italic;
    around.struck ||= look.struck;
  }
  return [
    ...(italic && !around.italic ? ['*'] : []),
    ...(bold && !around.bold ? ['**'] : []),
    ...(struck && !around.struck ? ['~~'] : []),
  ];
}

/** Between marks that end and begin alike: programs cut one bold text into several elements. */
const seam = '\ue000';
const joined = new RegExp(`(\\*{1,3}~~|\\*{1,3}|~~)( ?)${seam}\\1`, 'g');

/** Whether one star between a letter and a punctuation mark would be none of the marks (CommonMark: left- and right-flanking). */
function isTooTight({ textContent, previousSibling, nextSibling }: Element): boolean {
  const [words, before, after] = [textContent, previousSibling?.textContent, nextSibling?.textContent];
  return (
    (/[\p{L}\p{N}]$/u.test(before ?? '') && /^[\p{P}\p{S}]/u.test(words ?? '')) ||
    (/[\p{P}\p{S}]$/u.test(words ?? '') && /^[\p{L}\p{N}]/u.test(after ?? ''))
  );
}

function markedUp(content: string, element: Element): string {
  const isTight = isTooTight(element);
  const marks = marksOf(element).filter((mark) => mark !== '*' || !isTight);
  const before = element.previousSibling;
  const isContinued =
    marks.length > 0 &&
    content.trim() !== '' &&
    before !== null &&
    marked.has(before.nodeName) &&
    marksOf(before as Element).join('') === marks.join('');
  return (isContinued ? seam : '') + marks.reduce(wrappedIn, content);
}

const emoji = new RegExp(String.raw`^(?:\p{RGI_Emoji}|:[\w+\-]+:)$`, 'v');

/** Many programs draw emoji as pictures; others are not text. A link around a picture keeps its words. */
function pictureOf(element: Element): string {
  const words = (element.getAttribute('alt') ?? '').trim();
  const isAllOfLink =
    element.parentElement?.nodeName === 'A' && (element.parentElement.textContent ?? '').trim() === '';
  return isAllOfLink || emoji.test(words) ? words : '';
}

/** Each line of its own, with the spaces around it outside. */
const wrappedIn = (content: string, mark: string): string =>
  content.replaceAll(
    /^(\s*(?:- |\d+\. )?)(\S(?:.*\S)?)(\s*)$/gm,
    (_line, before: string, words: string, after: string) =>
      // A backslash would be read with the mark behind it.
      `${before}${mark}${words.replace(/\\$/, '&#92;')}${mark}${after}`,
  );

function linkOf(content: string, element: Element): string {
  const href = element.getAttribute('href') ?? '';
  const words = (element.textContent ?? '').trim();
  if (content.trim() === '' || !/^(?:https?|ftp|mailto|tel):/i.test(href)) return content;
  const isItself = [href, href.replace(/\/$/, ''), href.replace(/^mailto:|^tel:/i, '')].includes(
    words.replace(/\/$/, ''),
  );
  if (isItself) return /^(?:mailto|tel):/i.test(href) ? words : href;
  return `[${labelOf(content)}](${asLinkAddress(href)})`;
}

/** In one line; brackets and a backslash at its end would end it too early or too late. */
const labelOf = (content: string): string =>
  content
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/`[^`]*`|(?<!\\)[[\]]/g, (found) => (found.startsWith('`') ? found : `\\${found}`))
    .replace(/\\$/, '&#92;');

const codeIn = (node: Node): string =>
  node.nodeName === 'BR'
    ? '\n'
    : node.nodeName === '#text'
      ? (node.nodeValue ?? '')
      : Array.from(node.childNodes, codeIn).join('');

function fenceOf(element: Element): string {
  const code = codeIn(element).replace(/\n$/, '');
  const around = element.parentElement?.className ?? '';
  const classes = `${element.className} ${around} ${element.querySelector('code')?.className ?? ''}`;
  const named = /(?:lang(?:uage)?|highlight-source)-([\w+#-]+)/.exec(classes)?.[1] ?? '';
  const language = element.parentElement?.getAttribute('data-code-language')?.toLowerCase() ?? named;
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(({ 0: ticks }) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
}
