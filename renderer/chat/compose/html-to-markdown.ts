/** Formatted text of other programs as Markdown. Loaded at the first paste of any. */
import TurndownService from 'turndown';

let service: TurndownService | undefined;

const browserParser = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

/** @param parse makes a document of the HTML; it runs no script and loads nothing. */
export function markdownOf(html: string, parse = browserParser): string {
  service ??= makeService();
  // Programs put what they mean between these two marks.
  const fragment = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/.exec(html)?.[1] ?? html;
  const { body } = parse(fragment);
  for (const element of body.querySelectorAll('[style]')) if (keepsSpace(element)) breakLines(element);
  for (const element of body.querySelectorAll('[style*="mso-list"]')) noteItem(element);
  return service.turndown(body).replaceAll(joined, '$2').replaceAll(seam, '').trim();
}

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

/** Word has no lists in its HTML: each item is a paragraph that names its list and level, with its sign in a part to be ignored. */
const itemOfWord = /mso-list:\s*l\d+\s+level(\d+)/i;
const signOfWord = '[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]';

/** Takes the sign out of an item of Word's and notes what it is in Markdown. Letters and Roman numbers are counted by who renders them. */
function noteItem(element: Element): void {
  const level = itemOfWord.exec(element.getAttribute('style') ?? '')?.[1];
  const sign = element.querySelector(signOfWord);
  if (level === undefined || sign === null) return;
  const written = (sign.textContent ?? '').trim();
  const isNumbered = /^[\p{L}\d().]*[\p{L}\d][.)]$/u.test(written);
  const mark = isNumbered ? `${/(\d{1,9})[.)]$/.exec(written)?.[1] ?? '1'}.` : '-';
  element.setAttribute('data-item', `${'   '.repeat(Math.min(Number(level), 9) - 1)}${mark}`);
  sign.remove();
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
    replacement: (content, node) => `\n\n${tableOf(node as Element, turndown) ?? content.trim()}\n\n`,
  });
  // Parts of tables that are only there to place things are lines.
  turndown.addRule('cell', { filter: ['td', 'th', 'tr'], replacement: (content) => `\n${content.trim()}\n` });
  return turndown;
}

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
    .replaceAll(/\*(?=\S)|(?<=\S)\*/g, String.raw`\*`)
    .replaceAll('`', '\\`')
    .replaceAll(/~~/g, String.raw`\~~`)
    .replaceAll(/\[(?=[^\]\n]*\]\()/g, String.raw`\[`)
    .replaceAll(/^(\s*)(#{1,6}\s|[-+*]\s|>|-{3,}\s*$)/gm, String.raw`$1\$2`);

const isBlock = (node: Node): boolean => (node as Node & { isBlock?: boolean }).isBlock === true;
const isList = ({ nodeName }: Node): boolean => nodeName === 'UL' || nodeName === 'OL';
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

function markedUp(content: string, element: Element): string {
  const marks = marksOf(element);
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
    (_line, before: string, words: string, after: string) => `${before}${mark}${words}${mark}${after}`,
  );

function linkOf(content: string, element: Element): string {
  const href = element.getAttribute('href') ?? '';
  const words = (element.textContent ?? '').trim();
  if (content.trim() === '' || !/^(?:https?|ftp|mailto|tel):/i.test(href)) return content;
  const isItself = [href, href.replace(/\/$/, ''), href.replace(/^mailto:|^tel:/i, '')].includes(
    words.replace(/\/$/, ''),
  );
  if (isItself) return /^(?:mailto|tel):/i.test(href) ? words : href;
  const target = href.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20');
  return `[${content.trim().replaceAll(/\s*\n\s*/g, ' ')}](${target})`;
}

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
  const language = /(?:lang(?:uage)?|highlight-source)-([\w+#-]+)/.exec(classes)?.[1] ?? '';
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(({ 0: ticks }) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
}

function itemOf(content: string, element: Element): string {
  const list = element.parentElement;
  const start = Number(list?.getAttribute('start') ?? '1');
  const index = Array.from(list?.children ?? [])
    .filter(({ nodeName }) => nodeName === 'LI')
    .indexOf(element);
  const mark = list?.nodeName === 'OL' ? `${start + index}. ` : '- ';
  const words = content
    .trim()
    .replaceAll(/\n{2,}/g, '\n')
    .replaceAll('\n', `\n${' '.repeat(mark.length)}`);
  return `${mark}${words}${element.nextSibling === null ? '' : '\n'}`;
}

function tableAround(element: Element): Element | null {
  let outer = element.parentElement;
  while (outer !== null && outer.nodeName !== 'TABLE') outer = outer.parentElement;
  return outer;
}

/** @returns null for a table that only places what is in it. */
function tableOf(table: Element, turndown: TurndownService): string | null {
  const own = (selector: string): Element[] =>
    Array.from(table.querySelectorAll(selector)).filter((each) => tableAround(each) === table);
  const isLayout = table.querySelectorAll('table').length > 0 || own('td, th').length < 2;
  if (isLayout) return null;
  const rows = own('tr').map((row) =>
    own('td, th')
      .filter((cell) => cell.parentElement === row)
      .flatMap((cell) => {
        const words = turndown
          .turndown(cell.innerHTML)
          .replaceAll(/\s*\n\s*/g, ' ')
          .trim()
          .replaceAll(/(?<!\\)\|/g, '\\|');
        const span = Math.min(20, Number(cell.getAttribute('colspan') ?? '1'));
        return [words, ...Array.from({ length: Math.max(0, span - 1) }, () => '')];
      }),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(Array.from({ length: width }, () => '---')), ...rest.map(line)].join('\n');
}
