/**
 * The form of Slack's incoming webhooks, which many services can post: text, attachments and blocks, as JSON or in the form field
 * `payload`. Its markup is made into ours.
 */
import { z } from 'zod';
import { incomplete, inForm, itemText, link, maybeText, oneLine, type Integration } from './integration.ts';
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
    const content = fromMessage(inForm(payload, 'payload'));
    if (content === '') throw incomplete('text');
    return { topic: 'Slack', content };
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

function attachmentText(one: z.infer<typeof attachment>, names: SlackNames): string {
  const heading = one.title === '' ? '' : `**${link(fromMarkup(one.title, names), one.title_link)}**`;
  const fields = (one.fields ?? []).map(
    ({ title, value }) => `- **${oneLine(fromMarkup(title, names))}**: ${itemText(fromMarkup(value, names))}`,
  );
  const author = one.author_name === '' ? '' : link(fromMarkup(one.author_name, names), one.author_link);
  const lines = [fromMarkup(one.pretext, names), author, heading, fromMarkup(one.text, names), fields.join('\n')];
  const { shown: blocks, missing } = fromBlocks(one.blocks ?? [], names);
  const buttons = (one.actions ?? []).map(buttonText).filter((part) => part !== '');
  const picture = /^https?:/.test(one.image_url) ? one.image_url : '';
  const shown = [...lines, ...blocks, ...missing, picture, buttons.join(' '), fromMarkup(one.footer, names)];
  const content = shown.filter((part) => part !== '').join('\n');
  return content === '' ? fromMarkup(one.fallback, names) : content;
}
