/**
 * The form of Slack's incoming webhooks, which many services can post: text, attachments and blocks, as JSON or in the form field
 * `payload`. Its markup is made into ours.
 */
import { z } from 'zod';
import { incomplete, inForm, itemText, markedLink, maybeText, oneLine, type Integration } from './integration.ts';
import { blocksOf, buttonText, fromBlocks } from './slack-blocks.ts';
import { fromMarkup, namesAsText, type SlackNames } from './slack-markup.ts';

const field = z.object({ title: maybeText, value: maybeText });
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
  ts: maybeText,
  blocks: blocksOf,
  actions: z.array(z.unknown()).max(100).nullish(),
});
const message = z.object({
  channel: maybeText,
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
    const sent = inForm(payload, 'payload');
    const content = fromMessage(sent);
    if (content === '') throw incomplete('text');
    return { topic: topicOf(message.parse(sent).channel), content };
  },
};

/**
 * @param sent with text, blocks and attachments. @returns all of it as Markdown, '' when nothing is shown
 * @throws ZodError for what is no message of Slack's
 */
export function fromMessage(sent: unknown, names = namesAsText): string {
  const { text, attachments, blocks } = message.parse(sent);
  // The text beside blocks is what is shown where blocks are not.
  const { shown, missing } = fromBlocks(blocks ?? [], names);
  const parts = [
    ...(shown.length > 0 ? shown : [fromMarkup(text, names)]),
    ...missing,
    ...(attachments ?? []).map((each) => attachmentText(each, names)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The address says which channel of ours it is; the one that the service names is the topic, but not as Slack's number of it. */
const topicOf = (channel: string): string =>
  /^[A-Z][A-Z0-9]{8,}$/.test(channel) ? 'Slack' : oneLine(channel).replace(/^[#@]/, '') || 'Slack';

/** A field that lacks its title or its value is the other alone. */
function fieldText({ title, value }: z.infer<typeof field>, names: SlackNames): string {
  const [name, text] = [oneLine(fromMarkup(title, names)), itemText(fromMarkup(value, names))];
  if (name === '') return text === '' ? '' : `- ${text}`;
  return text === '' ? `- **${name}**` : `- **${name}**: ${text}`;
}

/** @param ts UNIX seconds, as a number or a text, perhaps with a fraction */
function timeText(ts: string): string {
  const seconds = ts === '' ? NaN : Math.floor(Number(ts));
  return seconds > 0 && seconds < 1e11 ? `<time:${new Date(seconds * 1000).toISOString()}>` : '';
}

function attachmentText(one: z.infer<typeof attachment>, names: SlackNames): string {
  const heading = one.title === '' ? '' : `**${markedLink(fromMarkup(one.title, names), one.title_link)}**`;
  const fields = (one.fields ?? []).map((each) => fieldText(each, names)).filter((part) => part !== '');
  const author = one.author_name === '' ? '' : markedLink(fromMarkup(one.author_name, names), one.author_link);
  const lines = [fromMarkup(one.pretext, names), author, heading, fromMarkup(one.text, names), fields.join('\n')];
  const { shown: blocks, missing } = fromBlocks(one.blocks ?? [], names);
  const buttons = (one.actions ?? []).map(buttonText).filter((part) => part !== '');
  const picture = /^https?:/.test(one.image_url) ? one.image_url : '';
  const end = [picture, buttons.join(' '), fromMarkup(one.footer, names), timeText(one.ts)];
  const shown = [...lines, ...blocks, ...missing, ...end];
  const content = shown.filter((part) => part !== '').join('\n');
  return content === '' ? fromMarkup(one.fallback, names) : content;
}
