/**
 * The text of message HTML as a reader sees it, with the way back to its place in the HTML: no addresses of links, no
 * names of attributes. A formula is its source, an emoji its picture and its name: both are highlighted as a whole.
 */

/** A piece of the text and where it comes from. */
export interface Piece {
  /** Place in the text, in UTF-16 units. */
  start: number;
  text: string;
  /** Where it begins in the HTML; undefined for what cannot be marked there. */
  htmlStart: number | undefined;
  /** How much of the HTML it takes: as much as the text has, but for an entity and an emoji. */
  htmlLength: number;
  /** An element, which is marked from its beginning to its end. */
  isElement?: boolean;
}

export interface HtmlText {
  text: string;
  pieces: Piece[];
}

const tagPattern = /<[^>]*>/g;
/** What may stand inside a word. Every other tag ends it. */
const inline = new Set('a abbr b bdi code del em font i ins kbd mark s small span strong sub sup time u'.split(' '));
const emojiClass = /^<span[^>]* class="emoji emoji-([0-9a-f-]+)"/;
const formulaClass = /^<span[^>]* class="katex(?:-display|-error)?"/;
const emojiImage = /^<img(?=[^>]* class="emoji")[^>]* alt="([^"]*)"/;
const sourceOpen = '<annotation encoding="application/x-tex">';

/** Entities that message HTML has, and their text. */
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
};
const entityPattern = /&(?:amp|lt|gt|quot|#39|#x27);/g;

/** @param html message HTML of this server's renderer. */
export function textOfHtml(html: string): HtmlText {
  const reader = new Reader();
  let end = 0;
  for (const match of html.matchAll(tagPattern)) {
    reader.text(html.slice(end, match.index), end);
    reader.tag(match[0], match.index);
    end = match.index + match[0].length;
  }
  reader.text(html.slice(end), end);
  return { text: reader.whole, pieces: reader.pieces };
}

class Reader {
  whole = '';
  readonly pieces: Piece[] = [];
  /** Open spans of a formula or an emoji; 0 outside. */
  #depth = 0;
  #isFormula = false;
  #isSource = false;
  /** Where the open formula or emoji begins, in the HTML and among the pieces. */
  #element = { htmlStart: 0, piece: 0 };

  text(html: string, at: number): void {
    if (html === '' || (this.#depth > 0 && this.#isFormula && !this.#isSource)) return;
    const isMarkable = this.#depth === 0;
    let end = 0;
    for (const match of html.matchAll(entityPattern)) {
      this.#add(html.slice(end, match.index), isMarkable ? at + end : undefined);
      // One character that is several in the HTML: a piece of its own.
      this.#add(entities[match[0]] ?? '', isMarkable ? at + match.index : undefined, match[0].length);
      end = match.index + match[0].length;
    }
    this.#add(html.slice(end), isMarkable ? at + end : undefined);
  }

  tag(tag: string, at: number): void {
    if (this.#depth > 0) this.#tagInside(tag, at + tag.length);
    else if (formulaClass.test(tag)) this.#open(at, true);
    else if (emojiClass.test(tag)) {
      this.#open(at, false);
      this.#add(`${pictureOf(emojiClass.exec(tag)?.[1] ?? '')} `, undefined);
    } else if (emojiImage.test(tag)) {
      this.#element = { htmlStart: at, piece: this.pieces.length };
      this.#add(emojiImage.exec(tag)?.[1] ?? '', undefined);
      this.#endElement(at + tag.length);
    } else if (!inline.has(/^<\/?([a-z0-9]+)/.exec(tag)?.[1] ?? '')) this.#add('\n', undefined);
  }

  #tagInside(tag: string, end: number): void {
    if (tag === sourceOpen) this.#isSource = true;
    else if (tag === '</annotation>') this.#isSource = false;
    else if (tag.startsWith('<span')) this.#depth += 1;
    else if (tag === '</span>') this.#depth -= 1;
    if (this.#depth > 0) return;
    this.#endElement(end);
    if (this.#isFormula) this.#add('\n', undefined);
  }

  #endElement(end: number): void {
    const { htmlStart, piece } = this.#element;
    for (const part of this.pieces.slice(piece))
      Object.assign(part, { htmlStart, htmlLength: end - htmlStart, isElement: true });
  }

  #open(at: number, isFormula: boolean): void {
    this.#element = { htmlStart: at, piece: this.pieces.length };
    this.#depth = 1;
    this.#isFormula = isFormula;
  }

  #add(text: string, htmlStart: number | undefined, htmlLength = text.length): void {
    if (text === '') return;
    this.pieces.push({ start: this.whole.length, text, htmlStart, htmlLength });
    this.whole += text;
  }
}

/** The characters of a code such as `1f468-200d-1f4bb`. */
function pictureOf(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : '';
}
