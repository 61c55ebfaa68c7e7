/** A poll or a list of tasks in one line, where only the last words of a conversation stand: what was sent is a command. */
import { t } from '../../client/text.ts';
import type { Message } from './message.ts';
import { widgetOf } from './widget.ts';

/** @returns null for a message that is neither. */
export function widgetLine(message: Pick<Message, 'submessages' | 'sender_id'>): string | null {
  const widget = widgetOf(message);
  if (widget === null) return null;
  if (widget.kind === 'poll')
    return widget.question === '' ? t('Poll') : t('Poll: {{question}}', { question: widget.question });
  return widget.title === '' ? t('To-do list') : t('To-do list: {{title}}', { title: widget.title });
}
