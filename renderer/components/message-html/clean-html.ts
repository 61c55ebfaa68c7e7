/**
 * Message HTML goes through a list of what is allowed before it is drawn, although only the server's Markdown makes it: parsed
 * without running anything, then copied element by element. What is not on the list leaves its text behind, nothing else.
 */

/** Attributes beside `class`, which all may have. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  hr: [],
  em: [],
  strong: [],
  del: [],
  code: [],
  pre: [],
  blockquote: [],
  ul: [],
  ol: ['start'],
  li: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['style'],
  td: ['style'],
  a: ['href', 'title', 'data-stream-id', 'aria-label'],
  span: ['data-user-id', 'data-user-group-id', 'aria-label', 'role', 'title', 'aria-hidden', 'style'],
  div: ['data-code-language', 'aria-hidden'],
  img: [
    'alt',
    'src',
    'title',
    'data-original-src',
    'data-original-dimensions',
    'data-original-content-type',
    'data-animated',
  ],
  time: ['datetime'],
  video: ['src', 'controls', 'title'],
  audio: ['src', 'controls', 'title'],
  source: ['src', 'type'],
};

/** MathML as KaTeX writes it: heard, and drawn until KaTeX's own style is here. */
const mathNames = new Set(
  (
    'math semantics annotation mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover ' +
    'mtable mtr mtd mstyle mpadded mphantom menclose mglyph mlabeledtr mmultiscripts mprescripts none'
  ).split(' '),
);
const mathAttributes = new Set([
  'display',
  'encoding',
  'mathvariant',
  'stretchy',
  'fence',
  'separator',
  'accent',
  'accentunder',
  'width',
  'height',
  'depth',
  'lspace',
  'rspace',
  'linethickness',
  'columnalign',
  'rowspacing',
  'columnspacing',
  'columnlines',
  'rowlines',
  'displaystyle',
  'scriptlevel',
  'minsize',
  'maxsize',
  'voffset',
  'notation',
  'mathcolor',
]);
const mathNamespace = 'http://www.w3.org/1998/Math/MathML';
/** Roots, braces and strokes of formulas are drawings of KaTeX's own; they name no address. */
const drawingAttributes: Readonly<Record<string, readonly string[]>> = {
  svg: ['width', 'height', 'viewBox', 'preserveAspectRatio', 'style'],
  path: ['d'],
  line: ['x1', 'y1', 'x2', 'y2', 'stroke-width'],
};
const drawingNamespace = 'http://www.w3.org/2000/svg';
/** Their text is code or data, not words of a message. */
const withoutText = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'noscript',
  'textarea',
]);
const linkSchemes = /^(?:https?|ftp|mailto|tel|sms|xmpp|sip):/i;
const ownPath = /^\/(?![/\\])/;
const drawingValue = /^[-\w\s.,%]*$/;
const mathStyle = /^[\w-]+:\s*[-\w.#%\s]+$/;

/** @param html of a message, as the server sent it. @returns what may be drawn; nothing in it runs, or asks another host. */
export function cleanHtml(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const fragment = document.createDocumentFragment();
  copyChildren(parsed.body, fragment, false);
  return fragment;
}

function copyChildren(from: Node, to: Node, isMath: boolean): void {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) to.appendChild(document.createTextNode(child.nodeValue ?? ''));
    else if (child instanceof Element) copyElement(child, to, isMath);
  }
}

function copyElement(source: Element, to: Node, isMath: boolean): void {
  const name = source.localName;
  const inMath = isMath || isKatex(source);
  const copy = copyOf(source, inMath);
  if (copy !== null) to.appendChild(copy);
  if (copy !== null || !withoutText.has(name)) copyChildren(source, copy ?? to, inMath);
}

function copyOf(source: Element, isMath: boolean): Element | null {
  if (source.namespaceURI === mathNamespace) return mathCopy(source, isMath);
  return source.namespaceURI === drawingNamespace ? drawingCopy(source, isMath) : htmlCopy(source, isMath);
}

function isKatex(element: Element): boolean {
  return element.localName === 'span' && /^katex(?:-display|-error)?$/.test(element.getAttribute('class') ?? '');
}

function mathCopy(source: Element, isMath: boolean): Element | null {
  if (!isMath || !mathNames.has(source.localName)) return null;
  const copy = document.createElementNS(mathNamespace, source.localName);
  for (const { name, value } of source.attributes) if (mathAttributes.has(name)) copy.setAttribute(name, value);
  return copy;
}

function drawingCopy(source: Element, isMath: boolean): Element | null {
  const names = drawingAttributes[source.localName];
  if (!isMath || names === undefined) return null;
  const copy = document.createElementNS(drawingNamespace, source.localName);
  for (const name of names) {
    const value = source.getAttribute(name);
    if (value !== null && (name === 'style' ? isMathStyle(value) : drawingValue.test(value)))
      copy.setAttribute(name, value);
  }
  return copy;
}

function htmlCopy(source: Element, isMath: boolean): Element | null {
  const names = allowed[source.localName];
  if (names === undefined || source.namespaceURI !== 'http://www.w3.org/1999/xhtml') return null;
  const copy = document.createElement(source.localName);
  // Players ask for their file as soon as they know of it, drawn or not: this one says that they shall wait, so it comes first.
  if (copy instanceof HTMLMediaElement) copy.preload = 'none';
  for (const name of ['class', ...names]) {
    const value = source.getAttribute(name);
    if (value !== null && isAllowedValue(name, value, isMath)) copy.setAttribute(name, value);
  }
  if (copy.localName === 'img' && !copy.hasAttribute('src')) return null;
  if (source.classList.contains('message_embed_image')) addPagePicture(source, copy);
  return copy;
}

/** The picture of a linked page is in a style, which is not copied; as an image it comes from this server alone, like any other. */
function addPagePicture(source: Element, copy: Element): void {
  const path = /^background-image: url\("(\/external_content\/[\w.-]+)"\)$/.exec(
    source.getAttribute('style') ?? '',
  )?.[1];
  if (path === undefined) return;
  const image = document.createElement('img');
  image.src = path;
  copy.append(image);
}

function isAllowedValue(name: string, value: string, isMath: boolean): boolean {
  if (name === 'href') return linkSchemes.test(value) || ownPath.test(value) || value.startsWith('#');
  // Pictures and sound come from this server alone: asking another host would tell it who reads what.
  if (name === 'src' || name === 'data-original-src') return ownPath.test(value);
  if (name === 'style') return isMath ? isMathStyle(value) : /^text-align:\s*(?:left|right|center);?$/.test(value);
  if (name === 'role') return /^(?:img|insertion|deletion)$/.test(value);
  return true;
}

/** KaTeX sets sizes and places; anything that could name an address does not match. */
function isMathStyle(value: string): boolean {
  return value
    .split(';')
    .filter((part) => part.trim() !== '')
    .every((part) => mathStyle.test(part.trim()) && !/^position\s*:\s*fixed/i.test(part.trim()));
}
