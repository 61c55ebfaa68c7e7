/**
 * The form of Slack's incoming webhooks, which many services can post: text, attachments and blocks, as JSON or in the form field
 * `payload`. Its markup is made into ours.
 */
import { z } from 'zod';
import { link, maybeText, quiet, type Integration } from './integration.ts';

const field = z.object({ title: maybeText, value: maybeText });
const attachment = z.object({
  pretext: maybeText,
  title: maybeText,
  title_link: maybeText,
  text: maybeText,
  fallback: maybeText,
  fields: z.array(field).max(100).nullish(),
  image_url: maybeText,
  footer: maybeText,
});
const textObject = z.union([z.string().transform((text) => ({ text })), z.object({ text: maybeText })]);
const block = z.object({
  type: z.string(),
  text: textObject.nullish(),
  fields: z.array(textObject).max(100).nullish(),
  elements: z
    .array(z.object({ type: z.string(), text: z.unknown().optional() }))
    .max(100)
    .nullish(),
  image_url: maybeText,
  alt_text: maybeText,
});
const message = z.object({
  text: maybeText,
  attachments: z.array(attachment).max(100).nullish(),
  blocks: z.array(block).max(100).nullish(),
});
const form = z.object({ payload: z.string() });

export const slack: Integration = {
  name: 'slack_incoming',
  displayName: 'Slack-compatible',
  hint: "For whatever can post to Slack: enter this address in place of Slack's.",
  format(payload) {
    const inForm = form.safeParse(payload);
    const { text, attachments, blocks } = message.parse(inForm.success ? parsed(inForm.data.payload) : payload);
    // The text beside blocks is what is shown where blocks are not.
    const ofBlocks = (blocks ?? []).map(blockText).filter((part) => part !== '');
    const parts = [...(ofBlocks.length > 0 ? ofBlocks : [markdown(text)]), ...(attachments ?? []).map(attachmentText)];
    const content = parts.filter((part) => part !== '').join('\n\n');
    return content === '' ? null : { topic: 'Slack', content };
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function attachmentText(one: z.infer<typeof attachment>): string {
  const heading = one.title === '' ? '' : `**${link(markdown(one.title), one.title_link)}**`;
  const fields = (one.fields ?? []).map(({ title, value }) => `- **${markdown(title)}**: ${markdown(value)}`);
  const lines = [markdown(one.pretext), heading, markdown(one.text), fields.join('\n')];
  const shown = [...lines, /^https?:/.test(one.image_url) ? one.image_url : '', markdown(one.footer)];
  const content = shown.filter((part) => part !== '').join('\n');
  return content === '' ? markdown(one.fallback) : content;
}

function blockText({ type, text, fields, elements, image_url: url, alt_text: alt }: z.infer<typeof block>): string {
  if (type === 'divider') return '---';
  if (type === 'header') return `## ${markdown(text?.text ?? '')}`;
  if (type === 'image') return link(alt || url, url);
  const inFields = (fields ?? []).map((one) => markdown(one.text));
  const inElements =
    type === 'context' ? (elements ?? []).map((one) => markdown(typeof one.text === 'string' ? one.text : '')) : [];
  return [markdown(text?.text ?? ''), ...inFields, inElements.join(' ')].filter((part) => part !== '').join('\n');
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
