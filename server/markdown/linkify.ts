// Linkifiers: an organization's patterns that become links, such as #123 to a ticket (contract: Linkifier). Patterns run
// on an engine with RE2 semantics, in time linear in the text, and what is left to go wrong is bounded: the length of a
// pattern, the size of its program and the number of matches in one message.

import { RE2JS, RE2JSException } from 're2js';
import { lettersBeforeMention, unspacedLetters, withoutScriptExtensions } from '../scripts.ts';
import { parseUrlTemplate, UrlTemplateError, type UrlTemplate } from './url-template.ts';
import { isSafeUrl } from './urls.ts';

/** A linkifier as stored and as sent in requests. */
export interface Linkifier {
  id: number;
  pattern: string;
  urlTemplate: string;
}

/** A linkifier checked and ready to run. */
export interface CompiledLinkifier extends Linkifier {
  regexp: RE2JS;
  template: UrlTemplate;
}

/** One link found: `start` and `end` count UTF-16 units of the text. */
export interface LinkifierMatch {
  start: number;
  end: number;
  text: string;
  url: string;
}

export type LinkifierProblem =
  | 'pattern_too_long'
  | 'bad_pattern'
  | 'unsupported_pattern'
  | 'pattern_too_complex'
  | 'bad_template'
  | 'unknown_variable'
  | 'unused_group';

/** Why a linkifier is refused. `message` is a sentence for the person who typed it. */
export class LinkifierError extends Error {
  override name = 'LinkifierError';
  readonly problem: LinkifierProblem;
  /** The parameter that is at fault. */
  readonly field: 'pattern' | 'url_template';

  constructor(problem: LinkifierProblem, message: string) {
    super(message);
    this.problem = problem;
    this.field = problem === 'bad_template' || problem === 'unknown_variable' ? 'url_template' : 'pattern';
  }
}

const maxLinkifierPatternLength = 500;
const maxLinkifierTemplateLength = 1000;
/** Time a character grows with the program; at this size the worst pattern takes about 0.1 s on 10,000 characters. */
const maxProgramSize = 1000;
const maxUrlLength = 2000;
const cacheSize = 500;

/**
 * A match begins a word: at the start, after white space or an opening mark, after each other mark outside ASCII (as `、`, `」` and `،`),
 * and after a letter that is written on to the next word, as in Japanese.
 */
const beforePart = String.raw`(?:^|[\s'"(\[{,:<]|[^\x00-\x7f\pL\pM\pN\p{Pc}\p{Cs}\p{Co}]|[\x{fe0f}${withoutScriptExtensions(lettersBeforeMention)}])`;
/** No letter or digit follows it, except one of a script without spaces. */
const afterPart = String.raw`(?:$|[^\pL\pN_]|[${withoutScriptExtensions(unspacedLetters)}])`;
const bodyGroup = 1;

/** Literal beginnings that keep the scheme out of the reach of what people type in messages. */
const templateStart = /^(?:https?:\/\/[^\s/{}]|mailto:|tel:|\/(?!\/))/i;

const unsupportedPattern = /\(\?(?:=|!|<=|<!|>|P=|P>|R|\d|\()|\\[1-9]|\\k[<{']/;

const cache = new Map<string, Omit<CompiledLinkifier, 'id'>>();

/** Checks a linkifier and makes it ready to run; remembers the last few hundred. Throws LinkifierError. */
export function compileLinkifier({ id, pattern, urlTemplate }: Linkifier): CompiledLinkifier {
  const key = JSON.stringify([pattern, urlTemplate]);
  let compiled = cache.get(key);
  if (compiled === undefined) {
    compiled = compile(pattern, urlTemplate);
    if (cache.size >= cacheSize) cache.clear();
    cache.set(key, compiled);
  }
  return { id, ...compiled };
}

/**
 * All links in a text, from left to right. Where two overlap, the linkifier that comes first in the list wins.
 * `budget.matches` is what may still be found; it is counted down.
 */
export function findLinkifierMatches(
  text: string,
  linkifiers: readonly CompiledLinkifier[],
  budget: { matches: number } = { matches: 100 },
): LinkifierMatch[] {
  const found: LinkifierMatch[] = [];
  for (const linkifier of linkifiers) {
    const own = matchesOf(linkifier, text, budget);
    found.push(...own.filter((match) => !found.some((other) => match.start < other.end && other.start < match.end)));
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The `topic_links` of a message (contract: Message). */
export function renderTopicLinks(
  topic: string,
  linkifiers: readonly CompiledLinkifier[],
): Array<{ text: string; url: string }> {
  return findLinkifierMatches(topic, linkifiers).map(({ text, url }) => ({ text, url }));
}

function matchesOf(linkifier: CompiledLinkifier, text: string, budget: { matches: number }): LinkifierMatch[] {
  const matches: LinkifierMatch[] = [];
  const matcher = linkifier.regexp.matcher(text);
  let from = 0;
  while (budget.matches > 0 && from <= text.length && matcher.find(from)) {
    const start = matcher.start(bodyGroup);
    const end = matcher.end(bodyGroup);
    budget.matches--;
    // The character after a match may be the one before the next, so the search goes on at the body's end.
    from = Math.max(end, from + 1);
    const url = end > start ? linkifier.template.expand(groupsOf(linkifier, matcher)) : '';
    if (url !== '' && url.length <= maxUrlLength && isSafeUrl(url))
      matches.push({ start, end, text: text.slice(start, end), url });
  }
  return matches;
}

function groupsOf(
  linkifier: CompiledLinkifier,
  matcher: ReturnType<RE2JS['matcher']>,
): Record<string, string | undefined> {
  return Object.fromEntries(linkifier.template.variables.map((name) => [name, matcher.group(name) ?? undefined]));
}

function compile(pattern: string, urlTemplate: string): Omit<CompiledLinkifier, 'id'> {
  const groups = namedGroupsOf(pattern);
  const regexp = RE2JS.compile(`${beforePart}(${pattern})${afterPart}`);
  if (regexp.programSize() > maxProgramSize) {
    throw new LinkifierError(
      'pattern_too_complex',
      'The pattern is too complex: its repetitions multiply to too many steps.',
    );
  }
  const template = checkedTemplate(urlTemplate);
  for (const name of template.variables) {
    if (!groups.includes(name)) {
      throw new LinkifierError(
        'unknown_variable',
        `The URL template uses "${name}", but the pattern has no group of that name.`,
      );
    }
  }
  for (const name of groups) {
    if (!template.variables.includes(name)) {
      throw new LinkifierError('unused_group', `The pattern has a group "${name}" that the URL template does not use.`);
    }
  }
  return { pattern, urlTemplate, regexp, template };
}

/** The names of a pattern's groups, after checking the pattern on its own. */
function namedGroupsOf(pattern: string): string[] {
  if (pattern === '') throw new LinkifierError('bad_pattern', 'The pattern is empty.');
  if (pattern.length > maxLinkifierPatternLength) {
    throw new LinkifierError('pattern_too_long', `The pattern is longer than ${maxLinkifierPatternLength} characters.`);
  }
  try {
    return Object.keys(RE2JS.compile(pattern).namedGroups());
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const unsupported = unsupportedPattern.exec(pattern)?.[0];
    if (unsupported !== undefined) {
      throw new LinkifierError(
        'unsupported_pattern',
        `The pattern uses "${unsupported}": look-around, back-references and atomic groups are not supported.`,
      );
    }
    throw new LinkifierError('bad_pattern', `The pattern is not a valid regular expression: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: RE2JSException): string {
  return error.message.replace(/^error parsing regexp: /, '');
}

function checkedTemplate(urlTemplate: string): UrlTemplate {
  if (urlTemplate.length > maxLinkifierTemplateLength) {
    throw new LinkifierError(
      'bad_template',
      `The URL template is longer than ${maxLinkifierTemplateLength} characters.`,
    );
  }
  let template: UrlTemplate;
  try {
    template = parseUrlTemplate(urlTemplate);
  } catch (error) {
    if (error instanceof UrlTemplateError)
      throw new LinkifierError('bad_template', `The URL template is not valid: ${error.message}`);
    throw error;
  }
  if (!templateStart.test(urlTemplate)) {
    throw new LinkifierError('bad_template', 'The URL template must begin with http:// or https:// and a host.');
  }
  return template;
}
