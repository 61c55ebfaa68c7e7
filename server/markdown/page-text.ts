// Page metadata for a preview: its title, description and picture, by Open Graph properties or the usual elements. The page
// is foreign text: what is read is bounded, and becomes plain text.

import createMarkdownIt from 'markdown-it';

export interface PageText {
  title: string;
  /** Empty where there is none. */
  description: string;
  /** Absolute address of a picture; null without one. */
  image: string | null;
}

const readLength = 300_000;
const longestTitle = 200;
const longestDescription = 400;
const mostTags = 300;
const tag = /<meta\b((?:[^"'>]|"[^"]{0,4000}"|'[^']{0,4000}'){0,2000})>/gi;
const attribute = /([\w:-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const { unescapeAll } = createMarkdownIt().utils;

/** @param url of the page, which its picture may be relative to. @returns null for a page without a title. */
export function readPageText(html: string, url: string): PageText | null {
  const head = html.slice(0, readLength).replace(/<body\b[^]*$/i, '');
  const said = propertiesOf(head);
  const title = plain(said.get('og:title') ?? said.get('twitter:title') ?? titleOf(head), longestTitle);
  if (title === '') return null;
  const description = said.get('og:description') ?? said.get('twitter:description') ?? said.get('description') ?? '';
  const image = said.get('og:image') ?? said.get('og:image:url') ?? said.get('twitter:image') ?? '';
  return { title, description: plain(description, longestDescription), image: addressOf(image, url) };
}

/** The first value of each property. */
function propertiesOf(head: string): Map<string, string> {
  const found = new Map<string, string>();
  let tags = 0;
  for (const { 1: inside = '' } of head.matchAll(tag)) {
    if ((tags += 1) > mostTags) break;
    const attributes = new Map<string, string>();
    for (const [, name = '', double, single, bare] of inside.matchAll(attribute))
      attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '');
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
    const content = attributes.get('content');
    if (name !== '' && content !== undefined && content.trim() !== '' && !found.has(name)) found.set(name, content);
  }
  return found;
}

const titleOf = (head: string): string => /<title\b[^>]{0,200}>([^<]{0,2000})/i.exec(head)?.[1] ?? '';

/** One line of text, without signs that no one sees or that turn the line around. */
function plain(text: string, longest: number): string {
  // The decoder reads backslashes as marks, too: doubled, each stays.
  const decoded = unescapeAll(text.slice(0, longest * 8).replaceAll('\\', '\\\\'));
  const line = decoded.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, ' ').trim();
  const letters = [...line];
  return letters.length > longest
    ? `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : line;
}

function addressOf(image: string, base: string): string | null {
  const address = unescapeAll(image.trim().slice(0, 2000));
  if (address === '' || !URL.canParse(address, base)) return null;
  const { protocol, href } = new URL(address, base);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}
