/** A post of a bulk export of Mattermost as its record says it: where it is read, who sent it, and whether it is one. */
import { rowAt, rowsAt, textAt, textsAt } from './fields.ts';
import type { Row } from './json-rows.ts';
import { channelKey } from './mattermost-users.ts';

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

/** Integrations may post under a name of their own. */
export function senderOf(post: Row): string | undefined {
  const user = textAt(post, 'user').toLowerCase();
  const props = rowAt(post, 'props');
  const name = textAt(props, 'override_username');
  if (user === '') return undefined;
  return name !== '' && String(props['from_webhook']) === 'true' ? `${user}/${name}` : user;
}
