/**
 * Lists of email addresses as people paste them, from mail programs, spreadsheets and documents; the server and its pages read them
 * alike. Libraries for RFC 5322 drop what they do not understand; here each part of the text becomes an address, a part of a name
 * beside one, or an entry that was not understood.
 */

/** One recipient of a list. */
export interface ListedAddress {
  /** The part of the list, as it was written. */
  written: string;
  /** The address in it; null where there is none, or more than one for one person. It may still be malformed. */
  email: string | null;
}

const brackets: Readonly<Record<string, string>> = { '<': '>', '(': ')', '[': ']' };
const separators = ',;\n';
/** What surrounds an address in a sentence or a list, and is no part of it. */
const around =
  /^['"“”„‘’‚«»`*.:!?<>()[\]{}‹›「」『』【】《》〈〉（）。：！？]+|['"“”„‘’‚«»`*.:!?<>()[\]{}‹›「」『』【】《》〈〉（）。：！？]+$/gu;
/** Invisible characters that mail programs and documents leave behind. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** @returns the recipients in the order of the list, each address once */
export function readAddressList(list: string): ListedAddress[] {
  const text = list
    .normalize('NFC')
    .replaceAll(invisible, '')
    .replaceAll('＠', '@')
    .replaceAll(/[，、،]/g, ',')
    .replaceAll(/[；؛]/g, ';')
    .replaceAll('＜', '<')
    .replaceAll('＞', '>')
    // A folded line of a mail's header is one line.
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll(/\n[\t ]+</g, ' <')
    // Cells of a table, or several addresses of one user.
    .replaceAll(/(@[^\s@|/,;]+)\s*[|/]\s*(?=[^\s@]+@)/g, '$1, ');
  const byKey = new Map<string, ListedAddress>();
  for (const listed of joinNames(partsOf(text)).flatMap((part) => readPart(part))) {
    const key = addressKey(listed.email ?? `not understood: ${listed.written}`);
    if (!byKey.has(key)) byKey.set(key, listed);
  }
  return [...byKey.values()];
}

/** In no script does a domain hold punctuation other than its own, or an address characters that are not seen. */
const emailAddress = /^[^\s\p{C}@<>()[\],;:"\\]+@(?:[^\s\p{C}\p{P}<>]|[-._。])+$/u;
/** Letters of an address, as mail servers accept it. */
const longestAddress = 254;

/** @returns whether a text, without space around it, is an email address as an account has one. */
export const isEmailAddress = (text: string): boolean => text.length <= longestAddress && emailAddress.test(text);

/** @returns a key under which addresses are one that differ only in capitals, or in how the domain is encoded. */
export function addressKey(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at + 1)}${asciiDomain(email.slice(at + 1))}`.toLowerCase();
}

/** A domain with letters beyond ASCII as it is encoded; any other, and one that has no such form, as it is. */
function asciiDomain(domain: string): string {
  return /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && URL.canParse(`http://${domain}`)
    ? new URL(`http://${domain}`).hostname
    : domain;
}

/** A piece of a part: words outside quotes and brackets, or what is inside of them. */
interface Piece {
  kind: 'words' | 'quoted' | 'bracketed';
  text: string;
}

interface Part {
  pieces: Piece[];
  written: string;
  /** The separator behind it; '' at the end. */
  end: string;
}

/** Splits a list at separators that are in no quotes and brackets. Marks that are not closed on their line are plain characters. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let pieces: Piece[] = [];
  let words = '';
  let from = 0;
  const endWords = (): void => {
    if (words.trim() !== '') pieces.push({ kind: 'words', text: words.trim() });
    words = '';
  };
  const closings = new Closings(text);
  for (let at = 0; at <= text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '' || separators.includes(letter)) {
      endWords();
      if (pieces.length > 0) parts.push({ pieces, written: text.slice(from, at).trim(), end: letter });
      pieces = [];
      from = at + 1;
      continue;
    }
    const isQuote = letter === '"' || (letter === "'" && /^$|\s/.test(words.slice(-1)));
    const closing = isQuote ? letter : brackets[letter];
    const end = closing === undefined ? -1 : closings.after(at, closing);
    if (end === -1) {
      words += letter;
      continue;
    }
    endWords();
    pieces.push({ kind: isQuote ? 'quoted' : 'bracketed', text: text.slice(at + 1, end) });
    at = end;
  }
  return parts;
}

/** Finds the closing mark of a quote or bracket on the same line; each mark is looked for once, however many are not closed. */
class Closings {
  readonly #found = new Map<string, number>();
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }

  after(at: number, closing: string): number {
    const line = this.#next('\n', at);
    let end = this.#next(closing, at);
    // In quotes a backslash makes the next character plain.
    if (closing === '"') while (end < line && this.#text[end - 1] === '\\') end = this.#next(closing, end);
    return end < line ? end : -1;
  }

  /** Where a character comes next after a place; the text's length where it does not. */
  #next(letter: string, at: number): number {
    const known = this.#found.get(letter);
    if (known !== undefined && known > at) return known;
    const found = this.#text.indexOf(letter, at + 1);
    const place = found === -1 ? this.#text.length : found;
    this.#found.set(letter, place);
    return place;
  }
}

const hasAddress = ({ pieces }: Part): boolean => pieces.some(({ text }) => addressesIn(text).length > 0);

/** A letter that is a capital, or of a script without capitals, is in every family name: "de Boer". */
const familyName = /^(?=.*[\p{Lu}\p{Lo}])[\p{L}\p{M}.'’ -]+$/u;

/** Outlook writes "Last, First <address>" without quotes: the one part without an address before such a part belongs to it. */
function joinNames(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isName =
      last !== undefined &&
      last.end === ',' &&
      !hasAddress(last) &&
      last.pieces.every(({ kind, text }) => kind === 'words' && familyName.test(text)) &&
      (joined.length < 2 || joined.at(-2)?.end !== ',' || hasAddress(joined.at(-2) ?? last)) &&
      part.pieces[0]?.kind === 'words' &&
      !part.pieces[0].text.includes('@') &&
      part.pieces.some(({ kind, text }) => kind === 'bracketed' && text.includes('@'));
    if (!isName) joined.push(part);
    else joined[joined.length - 1] = { ...part, written: `${last.written}, ${part.written}` };
  }
  return joined;
}

/** The recipients of one part: several where only spaces are between addresses. */
function readPart({ pieces, written }: Part, isInside = false): ListedAddress[] {
  const notUnderstood = [{ written, email: null }];
  const emails: string[] = [];
  for (const [at, { kind, text }] of pieces.entries()) {
    const next = pieces[at + 1];
    if (kind === 'quoted') {
      // The quoted name of a mailbox, which no address here has.
      if (next?.kind === 'words' && next.text.startsWith('@')) return notUnderstood;
      // A person's name, whatever is in it.
      if (next?.kind === 'bracketed' && next.text.includes('@')) continue;
    }
    if (kind !== 'words' && !isInside && /@.*[,;@]|[,;].*@/.test(text)) {
      // A whole list in quotes, or in the brackets of a program.
      emails.push(...partsOf(text).flatMap((part) => readPart(part, true).map((one) => one.email ?? one.written)));
      continue;
    }
    const own = addressesIn(text);
    const [first] = own;
    const before = emails.at(-1);
    const isNamed = kind === 'bracketed' && pieces[at - 1]?.kind === 'words' && endsInAddress(pieces[at - 1]?.text);
    if (isNamed && first !== undefined && before !== undefined) {
      // "ann@example.com <ann@example.com>" is one person; with two addresses it does not say which is meant.
      if (addressKey(before) !== addressKey(first)) return notUnderstood;
      own.shift();
    }
    emails.push(...own);
  }
  if (emails.length === 0) return notUnderstood;
  return emails.map((email) => ({ written: emails.length === 1 ? written : email, email }));
}

const endsInAddress = (text = ''): boolean => /@\S*$/.test(text);

/** Longer words hold no address, and are not searched. */
const maxWordLength = 1000;

const addressesIn = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => word.includes('@') || /^<?mailto:/i.test(word))
    .map((word) => (word.length > maxWordLength ? word : cleaned(word)));

/** An address without the link, the label and the marks around it. */
function cleaned(word: string): string {
  const bare = word.replace(around, '');
  // The address of a page, which may hold one of a person.
  if (bare.includes('://')) return word;
  const link = /(?:^|:)mailto:(.*)$/i.exec(bare)?.[1];
  const address = link === undefined ? bare.replace(/^[^@:]*:/, '') : decoded(link.replace(/\?.*$/, ''));
  return address.replace(around, '') || word;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
