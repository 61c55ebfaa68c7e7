/** Messages that begin with /poll or /todo carry a submessage, by which clients show them as a poll or a list. */
import type { Acting } from '../acting.ts';
import { insertSubmessage } from './submessages.ts';
import type { MessageRow } from './rows.ts';

/** Hangs the widget's beginning on a new message; any other message stays as it is. */
export function attachWidget(acting: Acting, message: MessageRow): void {
  const widget = widgetOf(message.content);
  if (widget !== null) insertSubmessage(acting, message.id, 'widget', JSON.stringify(widget));
}

/** Whether a message with this content begins with a widget. */
export const isWidget = (content: string): boolean => widgetOf(content) !== null;

function widgetOf(content: string): object | null {
  const [, kind, rest = ''] = /^\/(poll|todo)(?:[ \n]([\s\S]*))?$/.exec(content) ?? [];
  if (kind === undefined) return null;
  const [title = '', ...lines] = rest.split('\n').map((line) => line.trim());
  const items = lines.map((line) => line.replace(/^[-*]\s*/, '')).filter((line) => line !== '');
  if (kind === 'poll') return { widget_type: 'poll', extra_data: { question: title, options: items } };
  const tasks = items.map((line) => {
    const [task = '', desc = ''] = line.split(/: (.*)/s);
    return { task: task.trim(), desc: desc.trim() };
  });
  return { widget_type: 'todo', extra_data: { task_list_title: title, tasks } };
}
