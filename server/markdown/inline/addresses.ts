// Addresses with a scheme, as the parser's rule for them reads them, but for two things: a colon at the end belongs to the
// sentence, and a user's name may stand before the host.

import type { MarkdownIt } from 'markdown-it';

type Match = ReturnType<MarkdownIt['linkify']['matchAtStart']>;

const userPattern = /^(https?:\/\/)([\w.~%+-]{1,64}@)/i;

/** Changes how the parser's finder of addresses reads one at the start of a text. */
export function readAddresses({ linkify }: MarkdownIt): void {
  const matchAtStart = linkify.matchAtStart.bind(linkify);
  linkify.matchAtStart = (text) => {
    const [whole = '', scheme = '', user = ''] = userPattern.exec(text) ?? [];
    if (user === '') return withoutColons(matchAtStart(text));
    const match = withoutColons(matchAtStart(scheme + text.slice(whole.length)));
    return match === null ? null : shaped(match, `${whole}${match.text.slice(scheme.length)}`);
  };
}

function withoutColons(match: Match): Match {
  return match === null || !match.text.endsWith(':') ? match : shaped(match, match.text.replace(/:+$/, ''));
}

function shaped(match: NonNullable<Match>, text: string): NonNullable<Match> {
  return Object.assign(match, { text, raw: text, url: text, lastIndex: match.index + text.length });
}
