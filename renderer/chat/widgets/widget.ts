/**
 * Polls and lists of tasks: a message whose submessages say what people did with it (contract: Submessage). Pure: the same
 * submessages give the same widget, and what nobody can read is passed over.
 */
import type { Message } from '../model/message.ts';

export interface PollOption {
  /** "canned,0" of the first ones, then "7,1": whose, and which of theirs. */
  key: string;
  text: string;
  voterIds: readonly number[];
}

export interface Task {
  /** "0,canned" of the first ones, then "1,7". */
  key: string;
  text: string;
  note: string;
  isDone: boolean;
}

export type Widget =
  | { kind: 'poll'; question: string; options: readonly PollOption[] }
  | { kind: 'todo'; title: string; tasks: readonly Task[] };

type Fields = Readonly<Record<string, unknown>>;

/** @returns null for a message that is none. */
export function widgetOf({
  submessages,
  sender_id: authorId,
}: Pick<Message, 'submessages' | 'sender_id'>): Widget | null {
  const [first, ...rest] = submessages;
  if (first?.msg_type !== 'widget') return null;
  const { widget_type: kind, extra_data: data } = parsed(first.content);
  const begun = beginning(kind, isFields(data) ? data : {});
  return rest.reduce<Widget | null>(
    (widget, { sender_id: senderId, content }) =>
      widget === null ? null : after(widget, parsed(content), senderId, authorId),
    begun,
  );
}

function beginning(kind: unknown, data: Fields): Widget | null {
  if (kind === 'poll')
    return {
      kind,
      question: text(data['question']),
      options: list(data['options']).map((option, index) => ({
        key: `canned,${index}`,
        text: text(option),
        voterIds: [],
      })),
    };
  if (kind !== 'todo') return null;
  const tasks = list(data['tasks']).map((task, index) => {
    const fields = isFields(task) ? task : {};
    return { key: `${index},canned`, text: text(fields['task']), note: text(fields['desc']), isDone: false };
  });
  return { kind, title: text(data['task_list_title']), tasks };
}

function after(widget: Widget, what: Fields, senderId: number, authorId: number): Widget {
  return widget.kind === 'poll'
    ? pollAfter(widget, what, senderId, authorId)
    : todoAfter(widget, what, senderId, authorId);
}

function pollAfter(poll: Widget & { kind: 'poll' }, what: Fields, senderId: number, authorId: number): Widget {
  switch (what['type']) {
    case 'vote': {
      const isFor = what['vote'] === 1;
      const options = poll.options.map((option) => {
        if (option.key !== what['key']) return option;
        const others = option.voterIds.filter((id) => id !== senderId);
        return { ...option, voterIds: isFor ? [...others, senderId] : others };
      });
      return { ...poll, options };
    }
    case 'new_option': {
      const option = { key: `${senderId},${text(what['idx'])}`, text: text(what['option']), voterIds: [] };
      return poll.options.some(({ key, text: known }) => key === option.key || known === option.text)
        ? poll
        : { ...poll, options: [...poll.options, option] };
    }
    case 'question':
      return senderId === authorId ? { ...poll, question: text(what['question']) } : poll;
    default:
      return poll;
  }
}

function todoAfter(todo: Widget & { kind: 'todo' }, what: Fields, senderId: number, authorId: number): Widget {
  switch (what['type']) {
    case 'strike': {
      const isStruck = (task: Task): boolean => task.key === what['key'];
      return { ...todo, tasks: todo.tasks.map((task) => (isStruck(task) ? { ...task, isDone: !task.isDone } : task)) };
    }
    case 'new_task': {
      const task = {
        key: `${text(what['key'])},${senderId}`,
        text: text(what['task']),
        note: text(what['desc']),
        isDone: what['completed'] === true,
      };
      return todo.tasks.some(({ key, text: known }) => key === task.key || known === task.text)
        ? todo
        : { ...todo, tasks: [...todo.tasks, task] };
    }
    case 'new_task_list_title':
      return senderId === authorId ? { ...todo, title: text(what['title']) } : todo;
    default:
      return todo;
  }
}

function parsed(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
