/**
 * The form of Slack's incoming webhooks, which many services can post: text, attachments and blocks, as JSON or in the form field
 * `payload`. Its markup is made into ours.
 */
import { z } from 'zod';
import {
  fence,
  incomplete,
  inForm,
  itemText,
  link,
  maybeText,
  oneLine,
  quiet,
  quoted,
  type Integration,
} from './integration.ts';

const field = z.object({ title: maybeText, value: maybeText });
const textObject = z.union([z.string().transform((text) => ({ text })), z.object({ text: maybeText })]);
const button = z.object({ type: z.literal('button'), text: textObject, url: maybeText });
const block = z.object({
  type: z.string(),
  text: textObject.nullish(),
  fields: z.array(textObject).max(100).nullish(),
  elements: z
    .array(z.looseObject({ type: z.string(), text: z.unknown().optional() }))
    .max(100)
    .nullish(),
  accessory: z.unknown().optional(),
  image_url: maybeText,
  alt_text: maybeText,
});
const blocksOf = z.array(block).max(100).nullish();
const attachment = z.object({
  pretext: maybeText,
  author_name: maybeText,
  author_link: maybeText,
  title: maybeText,
  title_link: maybeText,
  text: maybeText,
  fallback: maybeText,
  fields: z.array(field).max(100).nullish(),
  image_url: maybeText,
  footer: maybeText,
  blocks: blocksOf,
  actions: z.array(z.unknown()).max(100).nullish(),
});
const message = z.object({
  text: maybeText,
  attachments: z.array(attachment).max(100).nullish(),
  blocks: blocksOf,
});

export const slack: Integration = {
  name: 'slack_incoming',
  displayName: 'Slack-compatible',
  answer: 'slack',
  hint: "For whatever can post to Slack: enter this address in place of Slack's.",
  format(payload) {
    const { text, attachments, blocks } = message.parse(inForm(payload, 'payload'));
    // The text beside blocks is what is shown where blocks are not.
    const ofBlocks = (blocks ?? []).map(blockText).filter((part) => part !== '');
    const parts = [...(ofBlocks.length > 0 ? ofBlocks : [markdown(text)]), ...(attachments ?? []).map(attachmentText)];
    const content = parts.filter((part) => part !== '').join('\n\n');
    if (content === '') throw incomplete('text');
    return { topic: 'Slack', content };
  },
};

function attachmentText(one: z.infer<typeof attachment>): string {
  const heading = one.title === '' ? '' : `**${link(markdown(one.title), one.title_link)}**`;
  const fields = (one.fields ?? []).map(
    ({ title, value }) => `- **${oneLine(markdown(title))}**: ${itemText(markdown(value))}`,
  );
  const author = one.author_name === '' ? '' : link(markdown(one.author_name), one.author_link);
  const lines = [markdown(one.pretext), author, heading, markdown(one.text), fields.join('\n')];
  const blocks = (one.blocks ?? []).map(blockText);
  const buttons = (one.actions ?? []).map(buttonText).filter((part) => part !== '');
  const picture = /^https?:/.test(one.image_url) ? one.image_url : '';
  const shown = [...lines, ...blocks, picture, buttons.join(' '), markdown(one.footer)];
  const content = shown.filter((part) => part !== '').join('\n');
  return content === '' ? markdown(one.fallback) : content;
}

/** A button leads somewhere, or does something that only Slack can do: then it is left out. */
function buttonText(one: unknown): string {
  const read = button.safeParse(one);
  return read.success && /^https?:/.test(read.data.url) ? link(markdown(read.data.text.text), read.data.url) : '';
}

function blockText(one: z.infer<typeof block>): string {
  const { type, text, fields, elements, accessory, image_url: url, alt_text: alt } = one;
  if (type === 'divider') return '---';
  if (type === 'header') return `## ${markdown(text?.text ?? '')}`;
  if (type === 'image') return link(alt || url, url);
  if (type === 'rich_text') return (elements ?? []).map(richText).join('\n');
  const inFields = (fields ?? []).map((each) => markdown(each.text));
  const inElements =
    type === 'context' ? (elements ?? []).map((each) => markdown(typeof each.text === 'string' ? each.text : '')) : [];
  const buttons = [...(type === 'actions' ? (elements ?? []) : []), accessory].map(buttonText);
  const inRow = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
  return [markdown(text?.text ?? ''), ...inFields, inRow(inElements), inRow(buttons)].filter(Boolean).join('\n');
}

const mark = z.boolean().optional();
const richWord = z.object({
  type: z.string(),
  text: maybeText,
  url: maybeText,
  name: maybeText,
  range: maybeText,
  user_id: maybeText,
  channel_id: maybeText,
  usergroup_id: maybeText,
  team_id: maybeText,
  fallback: maybeText,
  value: maybeText,
  style: z.object({ bold: mark, italic: mark, strike: mark, code: mark }).nullish(),
});
const richSection = z.object({ elements: z.array(z.unknown()).max(1000).nullish() });
const richPart = richSection.extend({ type: z.string() });

/** A part of a `rich_text` block: text that is marked by fields instead of signs. */
function richText(part: unknown): string {
  const { type, elements } = richPart.parse(part);
  if (type === 'rich_text_list')
    return (elements ?? []).map((item) => `- ${wordsOf(richSection.parse(item).elements)}`).join('\n');
  const text = wordsOf(elements);
  if (type === 'rich_text_preformatted') return `${fence(text)}\n${text}\n${fence(text)}`;
  return type === 'rich_text_quote' ? quoted(text).trim() : text;
}

const wordsOf = (elements: readonly unknown[] | null | undefined): string => (elements ?? []).map(wordOf).join('');

function wordOf(word: unknown): string {
  const { type, text, url, name, range, style, ...other } = richWord.parse(word);
  if (type === 'link') return link(text || url, url);
  if (type === 'emoji') return `:${name}:`;
  if (type === 'broadcast') return range;
  // Users, channels, dates and colors have no text: what names them is shown, as in marked-up text.
  const named =
    text || other.fallback || other.user_id || other.channel_id || other.usergroup_id || other.team_id || other.value;
  const sign = style?.code ? '`' : style?.bold ? '**' : style?.italic ? '*' : style?.strike ? '~~' : '';
  return named === '' ? '' : `${sign}${quiet(named)}${sign}`;
}

/** `<address|words>`, `*strong*`, `_emphasis_` and `~struck~` as we write them; who is named there is nobody here. */
function markdown(text: string): string {
  const linked = text
    .replaceAll(/<(https?:[^|>\s]+)\|([^>]+)>/g, (_whole, url: string, words: string) => link(words, url))
    .replaceAll(/<((?:https?|mailto):[^|>\s]+)>/g, '$1')
    .replaceAll(/<!(here|channel|everyone)(?:\|[^>]*)?>/g, '$1')
    .replaceAll(/<[@#!][^|>]*\|([^>]+)>/g, '$1')
    .replaceAll(/<[@#!]([^>]+)>/g, '$1');
  const marked = linked
    .replaceAll(/(^|[\s(])\*([^*\n]+)\*(?=$|[\s).,:;!?])/g, '$1**$2**')
    .replaceAll(/(^|[\s(])_([^_\n]+)_(?=$|[\s).,:;!?])/g, '$1*$2*')
    .replaceAll(/(^|[\s(])~([^~\n]+)~(?=$|[\s).,:;!?])/g, '$1~~$2~~');
  return quiet(marked.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).trim();
}
