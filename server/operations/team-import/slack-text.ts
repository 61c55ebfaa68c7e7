/** Text of Slack's messages as Markdown of Hearth: what it refers to, by the records that were imported before it. */
import { plainLines, quiet } from '../../integrations/integration.ts';
import { namesAsText, type SlackNames } from '../../integrations/slack-markup.ts';
import { fromMessage } from '../../integrations/slack.ts';
import { asTyped } from '../../markdown/written.ts';
import { isRow } from './fields.ts';
import type { Row } from './json-rows.ts';
import { standardEmoji } from './other-emoji.ts';
import type { SourceId } from './personal-records.ts';
import type { References } from './source.ts';

/** Where a text is shown: `References` of the import, and the names of the export for what was not imported. */
export interface TextContext {
  references: Pick<References, 'user' | 'channel' | 'group'>;
  /** The name of a user or a channel in the export, for what has no reference. */
  nameOf(id: string): string | undefined;
  /** An alias leads to the emoji that it stands for. */
  emojiNamed(name: string): string;
  isCustomEmoji(name: string): boolean;
}

/** @param mentioned gets the users that the text mentions. */
export function slackNames(context: TextContext, mentioned: Set<SourceId>): SlackNames {
  const { references } = context;
  const asName = (id: string, sign: string): string | undefined => {
    const name = context.nameOf(id);
    return name === undefined ? undefined : quiet(asTyped(`${sign}${name}`));
  };
  return {
    user(id) {
      const reference = references.user(id);
      if (reference !== undefined) mentioned.add(id);
      return reference ?? asName(id, '@');
    },
    channel: (id) => references.channel(id) ?? asName(id, '#'),
    group: (id) => references.group(id),
    broadcast: (range) => (range === 'everyone' ? '@**everyone**' : '@**channel**'),
    emoji: (name, tone) => emojiText(context, name, tone),
    date: (seconds) => {
      const at = new Date(seconds * 1000);
      return Number.isNaN(at.getTime()) ? undefined : `<time:${at.toISOString().replace('.000Z', 'Z')}>`;
    },
    literal: plainLines,
  };
}

/** @returns the text that shows an emoji; undefined for one that is unknown, whose name is shown then. */
function emojiText(context: TextContext, given: string, tone: number): string | undefined {
  const name = context.emojiNamed(given);
  if (context.isCustomEmoji(name)) return `:${name}:`;
  const known = standardEmoji(name, tone);
  return known === undefined ? undefined : `:${known.name}:`;
}

/** For names of topics: references are shown by their names, and nothing is escaped. */
export const topicNames = (context: TextContext): SlackNames => ({
  ...namesAsText,
  user: (id) => `@${context.nameOf(id) ?? id}`,
  channel: (id) => `#${context.nameOf(id) ?? id}`,
  literal: (text) => text,
});

/** Attachments that only preview a link: Hearth makes its own previews. */
const previews = (attachment: Row): boolean =>
  ('from_url' in attachment || 'original_url' in attachment) &&
  attachment['is_share'] !== true &&
  attachment['is_msg_unfurl'] !== true;

/** Messages have at most 40,000 characters there: what is far longer was not written by a person, and is kept as it is. */
const longestText = 100_000;

/** @returns the Markdown of a message, '' when it shows nothing. */
export function slackContent(message: Row, names: SlackNames): string {
  const { text } = message;
  if (typeof text === 'string' && text.length > longestText) return quiet(text);
  // What is no record was reported.
  const blocks = Array.isArray(message['blocks']) ? message['blocks'].filter(isRow) : undefined;
  const attachments = Array.isArray(message['attachments'])
    ? message['attachments'].filter(isRow).filter((each) => !previews(each) || message['subtype'] === 'bot_message')
    : undefined;
  // What cannot be read of the richer forms is in the text too.
  for (const form of [
    { text, blocks, attachments },
    { text, attachments },
    { text },
    { text: fallbackOf(attachments) },
  ])
    try {
      const content = fromMessage(form, names);
      if (content.trim() !== '') return message['subtype'] === 'me_message' ? `/me ${content}` : content;
    } catch (error) {
      if (!(error instanceof Error && error.name === 'ZodError')) throw error;
    }
  return '';
}

const fallbackOf = (attachments: readonly unknown[] | undefined): string =>
  (attachments ?? [])
    .flatMap((each) =>
      typeof each === 'object' && each !== null && 'fallback' in each && typeof each.fallback === 'string'
        ? [each.fallback]
        : [],
    )
    .join('\n');
