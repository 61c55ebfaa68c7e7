/** Imported message destinations and texts: repaired, and rendered as their senders would see it. */
import { findChannel, type ChannelRow } from '../../domain/channels/rows.ts';
import { findDirectRecipient } from '../../domain/messages/direct-recipients.shared.ts';
import { markdownContext } from '../../domain/messages/markdown-context.ts';
import { fenced } from '../../domain/messages/quotes.ts';
import { insertDirectRecipient } from '../../domain/messages/recipient-rows.ts';
import { findUser, type UserRow } from '../../domain/users/rows.ts';
import { topicFromRequest } from '../../events/topic-name.ts';
import { unescapeHtml } from '../../markdown/html.ts';
import { renderMessage, type RenderContext, type RenderedMessage } from '../../markdown/render.ts';
import { isSeen, withoutUnreadable } from '../../names.ts';
import { phrase, type Phrase } from '../../translation.ts';
import type { MessageRecord } from './records.ts';
import type { Team } from './team.ts';

/** Of one message, in characters: longer ones of other chats are whole, up to this. */
const mostContent = 100_000;

export type Where = { channel: ChannelRow; topic: string } | { users: number[]; recipient: number };

export class MessageTexts {
  readonly #team: Team;

  constructor(team: Team) {
    this.#team = team;
  }

  user(source: MessageRecord['sender']): UserRow | undefined {
    const id = this.#team.ids.find('user', source);
    return id === undefined ? undefined : findUser(this.#team.tx, id);
  }

  /** @returns undefined for a message that cannot be kept, which is reported. */
  where({ to, ...place }: Pick<MessageRecord, 'to' | 'file' | 'line'>, sender: UserRow): Where | undefined {
    const team = this.#team;
    if ('channel' in to) {
      const id = team.ids.find('channel', to.channel);
      const channel = id === undefined ? undefined : findChannel(team.tx, id);
      if (channel === undefined)
        team.problem(place, phrase('The channel of the message is not in the file.'), 'left out');
      return channel && { channel, topic: this.#topic(to.topic, place) };
    }
    const users = to.users.map((user) => team.ids.find('user', user));
    const all = [...new Set([...users.filter((id) => id !== undefined), sender.id])].toSorted((a, b) => a - b);
    if (users.includes(undefined)) {
      team.problem(place, phrase('A recipient of the direct message is not in the file.'), 'left out');
      return undefined;
    }
    const recipient = findDirectRecipient(team.tx, all) ?? insertDirectRecipient(team.tx, all.join(','), all);
    return { users: all, recipient };
  }

  #topic(given: string, place: Pick<MessageRecord, 'file' | 'line'>): string {
    const most = this.#team.services.options.limits.maxTopicLength;
    const topic = topicFromRequest(given);
    if (topic === '') return '';
    const repaired = [...withoutUnreadable(topic)].slice(0, most).join('').trim();
    if (repaired !== topic)
      this.#team.problem(
        place,
        phrase('The topic of the message is too long or cannot be read; it is shortened.'),
        'changed',
      );
    return isSeen(repaired) ? repaired : '';
  }

  /** @returns undefined for a message without content, which is reported. */
  content(record: Pick<MessageRecord, 'content' | 'file' | 'line'>): string | undefined {
    const content = record.content.replaceAll('\0', '').trimEnd().replace(/^\n+/, '');
    if (!isSeen(content)) {
      this.#team.problem(record, phrase('The message has no content.'), 'left out');
      return undefined;
    }
    return this.#cut(content, record, phrase('The message is too long, and is cut.'));
  }

  /** @returns what a message said before an edit. */
  earlier(content: string, record: Pick<MessageRecord, 'file' | 'line'>): string {
    const text = content.replaceAll('\0', '');
    return this.#cut(text, record, phrase('An earlier version of the message is too long, and is cut.'));
  }

  #cut(content: string, record: Pick<MessageRecord, 'file' | 'line'>, what: Phrase): string {
    if (content.length <= mostContent) return content;
    this.#team.problem(record, what, 'changed');
    return withoutHalf(content.slice(0, mostContent));
  }

  /** A message that would be too large to be shown becomes code. */
  render(
    record: Pick<MessageRecord, 'earlierHtml' | 'removedPreviews' | 'file' | 'line'>,
    content: string,
    sender: UserRow,
    where: Where,
  ): { content: string; rendered: RenderedMessage } {
    const viewing = { ...this.#team.acting, user: sender };
    const place = 'channel' in where ? { channelId: where.channel.id } : { isDirect: true };
    const now = markdownContext(viewing, place);
    const context = withoutPreviews(asWhenSent(now, record.earlierHtml), record.removedPreviews ?? []);
    const rendered = renderMessage(content, context);
    if (!rendered.isTooLarge) return { content, rendered };
    this.#team.problem(record, phrase('The message is too large to be shown; it is shown as code.'), 'changed');
    const code = fenced('text', content);
    return { content: code, rendered: renderMessage(code, context) };
  }
}

const withoutPreviews = (context: RenderContext, removed: readonly string[]): RenderContext =>
  removed.length === 0
    ? context
    : { ...context, findLinkPreview: (url) => (removed.includes(url) ? undefined : context.findLinkPreview?.(url)) };

/** Text without the first half of a character at its end. */
const withoutHalf = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');

/**
 * An import notifies no one, so who may be mentioned today decides nothing. Where the HTML of the source is known, it alone says whom a
 * message mentions, which of them silently, and which channels it links. Without it users and groups are mentioned as if they were active.
 */
function asWhenSent(context: RenderContext, earlierHtml: string | undefined): RenderContext {
  if (earlierHtml === undefined)
    return {
      ...context,
      findUserByName: (name) => active(context.findUserByName(name)),
      findUserById: (id) => active(context.findUserById(id)),
      findGroupByName: (name) => active(context.findGroupByName(name)),
    };
  const users = mentionsIn(earlierHtml, userSpan);
  const groups = mentionsIn(earlierHtml, groupSpan);
  return {
    ...context,
    earlierHtml,
    findChannelByName: () => undefined,
    findUserByName: (name) => asThere(context.findUserByName(name), users.isLoud),
    findUserById: (id) => asThere(context.findUserById(id), users.isLoud),
    // A group that has another name today is found by the name that it had.
    findGroupByName: (name) =>
      asThere(context.findGroupByName(name) ?? groups.byName.get(name.toLowerCase()), groups.isLoud),
  };
}

/** @returns undefined for a user or a group that the HTML of the source does not mention. */
function asThere<T extends { id: number }>(found: T | undefined, isLoud: ReadonlyMap<number, boolean>) {
  if (found === undefined) return undefined;
  const loud = isLoud.get(found.id);
  return loud === undefined ? undefined : { ...found, isRefused: false, isDeactivated: !loud };
}

const active = <T extends { isDeactivated?: boolean }>(found: T | undefined): T | undefined =>
  found && { ...found, isDeactivated: false };

interface Mentions {
  /** By id, whether one of its mentions is loud: one in a quotation is silent in any case. */
  isLoud: Map<number, boolean>;
  byName: Map<string, { id: number; name: string }>;
}

const userSpan = /<span class="([^"]*)" data-user-id="(\d+)">@?([^<]*)/g;
const groupSpan = /<span class="([^"]*)" data-user-group-id="(\d+)">@?([^<]*)/g;

function mentionsIn(html: string, spans: RegExp): Mentions {
  const found: Mentions = { isLoud: new Map(), byName: new Map() };
  for (const [, marks = '', number, shown = ''] of html.matchAll(spans)) {
    const [id, name] = [Number(number), unescapeHtml(shown)];
    found.isLoud.set(id, found.isLoud.get(id) === true || !marks.split(' ').includes('silent'));
    found.byName.set(name.toLowerCase(), { id, name });
  }
  return found;
}
