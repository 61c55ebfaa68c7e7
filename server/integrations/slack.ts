/**
 * The form of Slack's incoming webhooks, which many services can post: text, attachments and blocks, as JSON or in the form field
 * `payload`. Its markup is made into ours.
 */
import { z } from 'zod';
import { incomplete, inForm, itemText, link, maybeText, oneLine, type Integration } from './integration.ts';
import { blocksOf, buttonText, fromBlocks } from './slack-blocks.ts';
import { fromMarkup } from './slack-markup.ts';

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
    const { text, attachments, blocks } = message.parse(inForm(payload, 'payload'));
    // The text beside blocks is what is shown where blocks are not.
    const { shown, missing } = fromBlocks(blocks ?? []);
    const parts = [
      ...(shown.length > 0 ? shown : [fromMarkup(text)]),
      ...missing,
      ...(attachments ?? []).map(attachmentText),
    ];
    const content = parts.filter((part) => part !== '').join('\n\n');
    if (content === '') throw incomplete('text');
    return { topic: 'Slack', content };
  },
};

function attachmentText(one: z.infer<typeof attachment>): string {
  const heading = one.title === '' ? '' : `**${link(fromMarkup(one.title), one.title_link)}**`;
  const fields = (one.fields ?? []).map(
    ({ title, value }) => `- **${oneLine(fromMarkup(title))}**: ${itemText(fromMarkup(value))}`,
  );
  const author = one.author_name === '' ? '' : link(fromMarkup(one.author_name), one.author_link);
  const lines = [fromMarkup(one.pretext), author, heading, fromMarkup(one.text), fields.join('\n')];
  const { shown: blocks, missing } = fromBlocks(one.blocks ?? []);
  const buttons = (one.actions ?? []).map(buttonText).filter((part) => part !== '');
  const picture = /^https?:/.test(one.image_url) ? one.image_url : '';
  const shown = [...lines, ...blocks, ...missing, picture, buttons.join(' '), fromMarkup(one.footer)];
  const content = shown.filter((part) => part !== '').join('\n');
  return content === '' ? fromMarkup(one.fallback) : content;
}
