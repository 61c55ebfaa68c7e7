/** The past of one message, version by version (contract: MessageHistoryEntry). */
import type { components } from '../../contract/types.ts';
import { badRequest } from '../../errors.ts';
import { topicForClient } from '../../events/topic-name.ts';
import { htmlDifference } from '../../markdown/difference.ts';
import type { Viewing } from '../acting.ts';
import { organizationSetting } from '../organization/rows.ts';
import { visibleHistory } from './history-access.ts';
import type { HistoryEntry } from './history-rules.ts';
import type { Steps } from './reading/steps.ts';
import type { MessageRow } from './rows.ts';

export type MessageHistoryEntry = components['schemas']['MessageHistoryEntry'];

/**
 * Every version that the viewer may see, oldest first, one in each step.
 * @throws ApiError BAD_REQUEST where the organization shows no edit history
 */
export function* messageHistory(
  viewing: Viewing,
  message: MessageRow,
  allowEmptyTopicName: boolean,
): Steps<MessageHistoryEntry[]> {
  const policy = organizationSetting(viewing.db, 'message_edit_history_visibility_policy');
  if (policy === 'none') throw badRequest('Message edit history is disabled in this organization');
  const named = (topic: string): string => topicForClient(topic, allowEmptyTopicName || message.stream_id === null);
  const stored = message.edit_history === null ? [] : (JSON.parse(message.edit_history) as HistoryEntry[]);
  const edits = visibleHistory(viewing, message.id, stored);
  let after = { topic: message.topic, content: message.content, rendered_content: message.rendered_content };
  const entries: MessageHistoryEntry[] = [];
  for (const edit of edits) {
    const shown = policy === 'all' ? edit : withoutContent(edit);
    if (shown !== null)
      entries.push({
        ...after,
        topic: named(after.topic),
        ...changeOf(shown, after, named),
        timestamp: edit.timestamp,
        user_id: edit.user_id,
      });
    after = {
      topic: edit.prev_topic ?? after.topic,
      content: (policy === 'all' ? edit.prev_content : undefined) ?? after.content,
      rendered_content: (policy === 'all' ? edit.prev_rendered_content : undefined) ?? after.rendered_content,
    };
    yield;
  }
  entries.push({ ...after, topic: named(after.topic), timestamp: message.timestamp, user_id: message.sender_id });
  return entries.toReversed();
}

/** A move as people see it who may not see former content; null for an edit of content alone. */
function withoutContent({
  prev_content: _content,
  prev_rendered_content: _html,
  ...move
}: HistoryEntry): HistoryEntry | null {
  return move.topic === undefined && move.stream === undefined ? null : move;
}

function changeOf(
  edit: HistoryEntry,
  after: { rendered_content: string },
  named: (topic: string) => string,
): Partial<MessageHistoryEntry> {
  return {
    ...(edit.prev_topic !== undefined && { prev_topic: named(edit.prev_topic) }),
    ...(edit.stream !== undefined && { stream: edit.stream, prev_stream: edit.prev_stream }),
    ...(edit.prev_rendered_content !== undefined && {
      prev_content: edit.prev_content,
      prev_rendered_content: edit.prev_rendered_content,
      content_html_diff: htmlDifference(edit.prev_rendered_content, after.rendered_content),
    }),
  };
}
