/** The beginning of what a message says, as notifications and mails show it: text, with names in place of Markdown, and times of the reader. */
import { renderMessage } from '../../markdown/render.ts';
import type { SystemViewing } from '../acting.ts';
import { localMoment } from '../users/local-time.shared.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { markdownContext } from './markdown-context.ts';
import type { MessageRow } from './rows.ts';

/** @param reader whose time zone times are in. @param length of the text, in code points; a longer one ends with an ellipsis. */
export function notificationText(viewing: SystemViewing, reader: UserRow, message: MessageRow, length: number): string {
  const context = markdownContext(
    { ...viewing, user: findUser(viewing.db, message.sender_id) },
    { isDirect: message.stream_id === null, channelId: message.stream_id ?? undefined },
  );
  const showTime = (moment: Date): string => localMoment(viewing.db, reader, moment.getTime() / 1000);
  const letters = [...renderMessage(message.content, { ...context, showTime }).notificationText.trim()];
  const text = letters.length > length ? `${letters.slice(0, length).join('')}…` : letters.join('');
  return text === '' ? 'Sent a file or an image' : text;
}
