// The parser and renderer, put together once: markdown-it without raw HTML, with the dialect's own rules in the places
// where their order matters. Promise: it never throws on any text, and its time grows gently with the text's length.

import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import { codeFence } from './blocks/code-fences.ts';
import { tooDeep } from './blocks/depth.ts';
import { container, fenceRenderers } from './blocks/fences.ts';
import { listIndents } from './blocks/list-indents.ts';
import { listRenderers, numberedAfterText, taskBoxes } from './blocks/lists.ts';
import { emptyQuote } from './blocks/quotes.ts';
import { hugeTable, tableAlignment, tableRenderers, withPipesInCode } from './blocks/tables.ts';
import { finishInline, parseInline } from './finish.ts';
import { readAddresses } from './inline/addresses.ts';
import { channelLink } from './inline/channel-links.ts';
import { codeSpan } from './inline/code-spans.ts';
import { emojiName } from './inline/emoji-names.ts';
import { withLooseFlanking } from './inline/flanking.ts';
import { mention } from './inline/mentions.ts';
import { finishedHtml } from './inline/push-html.ts';
import { spacedLink } from './inline/spaced-links.ts';
import { strongPairs } from './inline/strong-pairs.ts';
import { backslash, underscores } from './inline/text-rules.ts';
import { time } from './inline/times.ts';
import { inlineMath } from './math.ts';
import { addPreviews, preview } from './previews.ts';
import { completeUrl, isSafeUrl } from './urls.ts';

/** Blocks that may begin without an empty line before them. */
const interrupts = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };

/** Domains that people type without a scheme, besides the classic ones and the countries the library knows. */
const newerDomains = ['app', 'blog', 'chat', 'cloud', 'dev', 'online', 'page', 'site', 'tech'];

/** The one pipeline; it holds no state between renderings. */
export const pipeline: MarkdownIt = createPipeline();

function createPipeline(): MarkdownIt {
  const md = createMarkdownIt({ html: false, breaks: true, linkify: true, typographer: false });
  // Reference definitions would make a line such as "[note]: see below" vanish; a line of dashes would turn the
  // paragraph above it into a heading.
  md.disable(['reference', 'lheading', 'html_block', 'html_inline', 'replacements', 'smartquotes']);

  // The parser's rule for tables stands first.
  const [table] = md.block.ruler.getRules('');
  if (table !== undefined) md.block.ruler.at('table', withPipesInCode(table), { alt: ['paragraph', 'reference'] });
  md.block.ruler.before('table', 'too_deep', tooDeep, interrupts);
  md.block.ruler.before('table', 'huge_table', hugeTable);
  md.block.ruler.before('fence', 'container', container, interrupts);
  md.block.ruler.at('fence', codeFence, interrupts);
  md.block.ruler.before('blockquote', 'empty_quote', emptyQuote);

  md.block.ruler.before('list', 'numbered_after_text', numberedAfterText, { alt: ['paragraph'] });

  md.inline.State = withLooseFlanking(md.inline.State);
  md.inline.ruler.at('backticks', codeSpan);
  md.inline.ruler.at('escape', backslash);
  md.inline.ruler.before('strikethrough', 'math', inlineMath);
  md.inline.ruler.before('emphasis', 'underscores', underscores);
  md.inline.ruler.before('link', 'spaced_link', spacedLink);
  md.inline.ruler.before('link', 'mention', mention);
  md.inline.ruler.before('link', 'channel_link', channelLink);
  md.inline.ruler.before('link', 'emoji_name', emojiName);
  md.inline.ruler.before('autolink', 'time', time);

  md.inline.ruler2.before('balance_pairs', 'strong_pairs', strongPairs);

  md.core.ruler.after('normalize', 'list_indents', listIndents);
  md.core.ruler.before('inline', 'task_boxes', taskBoxes);
  md.core.ruler.at('inline', parseInline);
  md.core.ruler.at('linkify', finishInline);
  md.core.ruler.after('linkify', 'previews', addPreviews);
  md.core.ruler.push('table_alignment', tableAlignment);

  Object.assign(md.renderer.rules, fenceRenderers, listRenderers, tableRenderers);
  md.renderer.rules[finishedHtml] = (tokens, index) => tokens[index]?.content ?? '';
  md.renderer.rules[preview] = (tokens, index) => tokens[index]?.content ?? '';

  md.linkify.set({ fuzzyLink: true }).tlds(newerDomains, true);
  readAddresses(md);
  const normalize = md.normalizeLink.bind(md);
  md.normalizeLink = (url) => normalize(completeUrl(url));
  md.normalizeLinkText = (url) => url;
  md.validateLink = isSafeUrl;
  return md;
}
