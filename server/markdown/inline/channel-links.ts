// Links inside the organization: `#**channel**`, `#**channel>topic**` and `#**channel>topic@123**` (one message).
// A channel the sender cannot name stays as it was typed, so that its existence is not given away.

import type { StateInline } from 'markdown-it';
import { type RenderContext, renderStateOf } from '../context.ts';
import { element, escapeHtml } from '../html.ts';
import { narrowUrl } from '../urls.ts';
import { pushHtml } from './push-html.ts';

/** A name may hold single stars; where it holds two in a row, clients write a link with an address (written.ts). */
const channelLinkPattern = /#\*\*((?:[^*\n]|\*(?!\*)|\*(?=\*\*(?!\*))){1,400}?)\*\*(?!\*)/y;
/** Each costs a look-up. */
const marksInAName = 4;
export const defaultEmptyTopicName = 'general chat';

/** Inline rule at `#`. */
export function channelLink(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x23 || state.linkLevel > 0) return false;
  channelLinkPattern.lastIndex = state.pos;
  const match = channelLinkPattern.exec(state.src);
  if (match === null || channelLinkPattern.lastIndex > state.posMax) return false;
  const { context } = renderStateOf(state.env);
  const target = findTarget(context, match[1] ?? '');
  if (target === undefined) return false;
  if (!silent) {
    const { channel, topic, messageId } = target;
    const isTopicLink = topic !== undefined && messageId === undefined;
    const withId = isTopicLink ? context.findTopicMessage?.(channel.id, topic) : undefined;
    const parts = { ...target, withId, emptyTopicName: context.emptyTopicName ?? defaultEmptyTopicName };
    pushHtml(state, linkHtml(parts), linkText(parts));
  }
  state.pos += match[0].length;
  return true;
}

interface Target {
  channel: { id: number; name: string };
  topic: string | undefined;
  messageId: number | undefined;
}

type LinkParts = Target & { withId: number | undefined; emptyTopicName: string };

/** A `>` ends the channel's name, unless the name has one itself; a trailing `@` with digits is a message's id. */
function findTarget(context: RenderContext, target: string): Target | undefined {
  const whole = context.findChannelByName(target);
  if (whole !== undefined) return { channel: whole, topic: undefined, messageId: undefined };
  let at = target.indexOf('>');
  for (let tries = 0; at > 0 && tries < marksInAName; tries++, at = target.indexOf('>', at + 1)) {
    const channel = context.findChannelByName(target.slice(0, at));
    if (channel === undefined) continue;
    const rest = target.slice(at + 1);
    const message = /@(\d{1,15})$/.exec(rest);
    const topic = message === null ? rest : rest.slice(0, message.index);
    return { channel, topic, messageId: message === null ? undefined : Number(message[1]) };
  }
  return undefined;
}

function linkHtml({ channel, topic, messageId, withId, emptyTopicName }: LinkParts): string {
  const href = narrowUrl(channel, topic, messageId, withId);
  if (topic === undefined) {
    return element(
      'a',
      { class: 'stream', 'data-stream-id': String(channel.id), href },
      escapeHtml(`#${channel.name}`),
    );
  }
  const topicHtml = topic === '' ? element('em', {}, escapeHtml(emptyTopicName)) : escapeHtml(topic);
  const inner = `${escapeHtml(`#${channel.name} > `)}${topicHtml}`;
  if (messageId !== undefined) return element('a', { class: 'message-link', href }, `${inner} @ 💬`);
  return element('a', { class: 'stream-topic', 'data-stream-id': String(channel.id), href }, inner);
}

function linkText({ channel, topic, messageId, emptyTopicName }: LinkParts): string {
  if (topic === undefined) return `#${channel.name}`;
  const text = `#${channel.name} > ${topic === '' ? emptyTopicName : topic}`;
  return messageId === undefined ? text : `${text} @ 💬`;
}
