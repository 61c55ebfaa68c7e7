// User texts in Markdown that the server writes: they are shown as typed, whatever signs are in them.
// Its bots may call everyone, and so would a name that were read as Markdown.

import { defaultEmptyTopicName } from './inline/channel-links.ts';
import { narrowUrl } from './urls.ts';

/** What begins or ends something in a line: not an underscore within a word, nor others that mean nothing alone. Mails show the rest. */
const signs = /[*`[\]<\\]|([$~])(?=\1)|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** The text as it is, in Markdown. */
export function asTyped(text: string): string {
  return text.replace(signs, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** What `#**channel>topic**` cannot hold, or would be read as something else: the end of it, of a name, a message's id. */
const misread = (name: string, topic = ''): boolean => /[*>]/.test(name) || /[*>]|@\d+$/.test(topic);

/**
 * A link to a channel, or to one of its topics.
 * @param withId a message of the topic: the renderer finds one for `#**channel>topic**`, a written address must hold it
 */
export function channelLinkTo(channel: { id: number; name: string }, topic?: string, withId?: number): string {
  const { name } = channel;
  if (!misread(name, topic)) return topic === undefined ? `#**${name}**` : `#**${name}>${topic}**`;
  const shown = topic === '' ? `*${defaultEmptyTopicName}*` : asTyped(topic ?? '');
  const label = topic === undefined ? asTyped(name) : `${asTyped(name)} > ${shown}`;
  return `[#${label}](${narrowUrl(channel, topic, undefined, withId)})`;
}
