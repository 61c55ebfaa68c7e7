/** A post of a bulk export of Mattermost as its record says it: where it is read, who sent it, and whether it is one. */
import { phrase, type Phrase } from '../../translation.ts';
import { isRow, listAt, numberAt, rowAt, rowsAt, secondsOf, textAt, textsAt } from './fields.ts';
import type { Row } from './json-rows.ts';
import { channelKey } from './mattermost-users.ts';
import type { Problem } from './report.ts';

/** Where a post is read: in a channel, by its key, or by the users of a direct conversation. */
export type Place = { channel: string } | { users: string[] };

/** @returns undefined where the export does not say who can read it. */
export function placeOf(kind: string, row: Row): Place | undefined {
  if (kind === 'post') {
    const [team, channel] = [textAt(row, 'team'), textAt(row, 'channel')];
    return team === '' || channel === '' ? undefined : { channel: channelKey(team, channel) };
  }
  const users = [...new Set(textsAt(row, 'channel_members').map((name) => name.toLowerCase()))];
  return users.length === 0 ? undefined : { users };
}

/** What happened in a channel is no post. */
export const isSystem = (post: Row): boolean => textAt(post, 'type').startsWith('system_');

export const isEmpty = (post: Row): boolean =>
  textAt(post, 'message') === '' &&
  rowsAt(post, 'attachments').length === 0 &&
  rowsAt(rowAt(post, 'props'), 'attachments').length === 0;

type Report = (what: Phrase, done: Problem['done']) => void;

/** @returns the replies of a thread. Mattermost has no replies to replies: those become replies of the thread. */
export function repliesOf(post: Row, report: Report = () => undefined): Row[] {
  const posts = [post];
  for (const one of posts) {
    const given = one['replies'] ?? [];
    if (!Array.isArray(given)) report(phrase('The replies of the post are no list.'), 'left out');
    for (const reply of listAt(one, 'replies')) {
      if (!isRow(reply)) report(phrase('The reply is no record.'), 'left out');
      else {
        if (one !== post) report(phrase('The reply is to a reply; it is a reply of the thread.'), 'changed');
        posts.push(reply);
      }
    }
  }
  return posts.slice(1);
}

/** Lists of a post besides its replies, and what the report says of a broken entry. */
export const partsOfPosts = {
  attachments: phrase('A file of the post is no record.'),
  reactions: phrase('A reaction of the post is no record.'),
};

/** @param last time of the post before it. @returns milliseconds. */
export function timeOf(post: Row, last: number, report: Report): number {
  const given = numberAt(post, 'create_at');
  const seconds = secondsOf(given);
  if (given === undefined || seconds === undefined) {
    report(
      given === undefined || given <= 0
        ? phrase('The post has no time; that of the post before it is used.')
        : phrase('The post has a time that cannot be right; that of the post before it is used.'),
      'changed',
    );
    return last;
  }
  const time = Math.round(seconds * 1000);
  if (time !== Math.round(given))
    report(phrase('The time of the post is not in milliseconds; it is converted.'), 'changed');
  return time;
}

/** Integrations may post under a name of their own. */
export function senderOf(post: Row): string | undefined {
  const user = textAt(post, 'user').toLowerCase();
  const props = rowAt(post, 'props');
  const name = textAt(props, 'override_username');
  if (user === '') return undefined;
  return name !== '' && String(props['from_webhook']) === 'true' ? `${user}/${name}` : user;
}
