/**
 * Messages after they were sent: editing, moving, deleting, their history, who read them, reporting them.
 */
import type { Acting } from '../domain/acting.ts';
import { accessChannel } from '../domain/channels/access.ts';
import { accessMessage, changeableMessage, readReceipts } from '../domain/messages/access.ts';
import * as deletion from '../domain/messages/delete.ts';
import { editMessage, readAheadOfMove, type MessageEdit } from '../domain/messages/edit.ts';
import { messageHistory } from '../domain/messages/history.ts';
import { propagateModes } from '../domain/messages/moving/move.ts';
import * as reports from '../domain/messages/report.ts';
import type { MessageRow } from '../domain/messages/rows.ts';
import { bool, int, oneOf, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Messages';

export const updateMessage = endpoint({
  method: 'PATCH',
  path: '/messages/{message_id}',
  access: 'authenticated',
  summary: 'Edit the content of a message, or move it to another topic or channel.',
  params: {
    message_id: int().envelope(),
    content: text({ keepSpace: true }).optional().describe('New content; empty takes the text away.'),
    topic: text().alias('subject').optional().describe('New topic; bounded by max_topic_length.'),
    stream_id: int().optional().describe('Channel to move to; not together with content.').envelope(),
    propagate_mode: oneOf(propagateModes)
      .default('change_one')
      .describe('Which messages of the topic move along.')
      .envelope(),
    send_notification_to_old_thread: bool()
      .default(false)
      .describe('Tell of the move where the messages were.')
      .envelope(),
    send_notification_to_new_thread: bool()
      .default(true)
      .describe('Tell of the move where the messages are.')
      .envelope(),
    prev_content_sha256: text().optional().describe('Hash of the content that is to be edited.'),
  },
  async run(call) {
    const p = call.params;
    const editOf = (acting: Acting): [MessageRow, MessageEdit] => [
      changeableMessage(acting, p.message_id),
      {
        content: p.content,
        topic: p.topic,
        channel: p.stream_id === undefined ? undefined : accessChannel(acting, p.stream_id),
        mode: p.propagate_mode,
        notices: { toOldThread: p.send_notification_to_old_thread, toNewThread: p.send_notification_to_new_thread },
        prevContentSha256: p.prev_content_sha256,
      },
    ];
    const isLarge = p.stream_id !== undefined && p.propagate_mode !== 'change_one';
    const ahead = isLarge ? await readAheadOfMove(call, editOf) : undefined;
    return {
      detached_uploads: await call.write((acting) => {
        const [message, edit] = editOf(acting);
        return editMessage(acting, message, { ...edit, ahead });
      }),
    };
  },
});

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}',
  access: 'authenticated',
  summary: 'Delete a message for good.',
  params: { message_id: int().envelope() },
  run: ({ write, params: p }) =>
    write((acting) => {
      deletion.deleteMessage(acting, changeableMessage(acting, p.message_id));
      return {};
    }),
});

export const getMessageHistory = endpoint({
  method: 'GET',
  path: '/messages/{message_id}/history',
  access: 'authenticated',
  summary: 'Every version of a message, oldest first.',
  params: { message_id: int().envelope(), allow_empty_topic_name: bool().default(false).envelope() },
  run: ({ readInSlices, params: p }) =>
    readInSlices(function* (viewing) {
      const message = accessMessage(viewing, p.message_id);
      return { message_history: yield* messageHistory(viewing, message, p.allow_empty_topic_name) };
    }),
});

export const getReadReceipts = endpoint({
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  access: 'authenticated',
  summary: 'Users who have read a message.',
  params: { message_id: int().envelope() },
  run: ({ read, params: p }) =>
    read((viewing) => ({ user_ids: readReceipts(viewing, accessMessage(viewing, p.message_id)) })),
});

export const reportMessage = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/report',
  access: 'authenticated',
  summary: 'Report a message to the moderators.',
  params: {
    message_id: int().envelope(),
    report_type: oneOf(reports.reportTypes),
    description: text({ max: 1000 }).default('').describe('Needed for the type "other".'),
  },
  run: ({ write, params: p }) =>
    write((acting) => {
      reports.reportMessage(acting, accessMessage(acting, p.message_id), p.report_type, p.description);
      return {};
    }),
});
