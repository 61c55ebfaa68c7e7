/** Attachments of posts by integrations, in the form that Slack made common, with Mattermost's Markdown. */
import { link, oneLine } from '../../integrations/integration.ts';
import { rowsAt, textAt } from './fields.ts';
import type { Row } from './json-rows.ts';
import { fromMattermost, type MattermostNames } from './mattermost-text.ts';

/** @returns all attachments as Markdown, '' when there are none. */
export const attachmentsText = (attachments: readonly Row[], names: MattermostNames): string =>
  attachments
    .map((one) => attachmentText(one, names))
    .filter((part) => part !== '')
    .join('\n\n');

function attachmentText(one: Row, names: MattermostNames): string {
  const text = (name: string): string => fromMattermost(textAt(one, name), names);
  const linked = (name: string): string =>
    textAt(one, name) === ''
      ? ''
      : link(textAt(one, name), textAt(one, `${name === 'title' ? 'title' : 'author'}_link`));
  const title = linked('title');
  const fields = rowsAt(one, 'fields').map(
    (field) =>
      `- **${oneLine(textAt(field, 'title'))}**: ${fromMattermost(textAt(field, 'value'), names).replaceAll('\n', '\n  ')}`,
  );
  const picture = textAt(one, 'image_url');
  const lines = [
    text('pretext'),
    linked('author_name'),
    title === '' ? '' : `**${title}**`,
    text('text'),
    ...fields,
    /^https?:/.test(picture) ? picture : '',
    text('footer'),
  ].filter((line) => line !== '');
  return lines.length === 0 ? text('fallback') : lines.join('\n');
}
