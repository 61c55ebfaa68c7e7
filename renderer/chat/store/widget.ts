/**
 * Polls and lists of tasks: a message whose submessages say what people did with it (contract: Submessage). Pure: the same
 * submessages give the same widget, and what no one can read is passed over.
 */
import type { Message } from './message.ts';

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
  const aliases: Aliases = new Map();
  const begun = beginning(kind, isFields(data) ? data : {}, { id: 0, aliases });
  if (begun === null) return null;
  return rest.reduce((widget, { id, sender_id: senderId, content }) => {
    const what = parsed(content);
    return after(widget, { id, what, senderId, isAuthor: senderId === authorId, aliases });
  }, begun);
}

/** Of what was added again with the same words: the key of the one that is shown. */
type Aliases = Map<string, string>;

interface Step {
  /** Of the submessage. */
  id: number;
  what: Fields;
  senderId: number;
  isAuthor: boolean;
  aliases: Aliases;
}

/**
 * Adds an option or a task. What has the key of another but words of its own came from a client that counted too late: it is kept
 * under a key that nothing else has. One without words is passed over: other clients may send it, and the server takes it.
 */
function added<T extends { key: string; text: string }>(
  items: readonly T[],
  item: T,
  { id, aliases }: Pick<Step, 'id' | 'aliases'>,
): readonly T[] {
  if (item.text.trim() === '') return items;
  const same = items.find(({ text: known }) => known === item.text);
  if (same !== undefined) {
    if (!items.some(({ key }) => key === item.key)) aliases.set(item.key, same.key);
    return items;
  }
  const isTaken = aliases.has(item.key) || items.some(({ key }) => key === item.key);
  return [...items, isTaken ? { ...item, key: `${item.key},${id}` } : item];
}

const keyIn = ({ what, aliases }: Step): unknown => aliases.get(String(what['key'])) ?? what['key'];

/** Other clients know no higher ones. */
const highestNumber = 1000;

/**
 * @param keys of all options or tasks. @param sent numbers that this page has used: their events may be late.
 * @returns a number for a new one of one's own. It is drawn, as another page of the same person may choose at the same time.
 */
export function freeNumber(keys: readonly string[], sent: ReadonlySet<number>, draw = Math.random): number {
  const taken = new Set([...sent, ...keys.flatMap((key) => key.split(',').map(Number))]);
  const free = Array.from({ length: highestNumber }, (_, index) => index + 1).filter((each) => !taken.has(each));
  return free[Math.floor(draw() * free.length)] ?? highestNumber + taken.size;
}

function beginning(kind: unknown, data: Fields, step: Pick<Step, 'id' | 'aliases'>): Widget | null {
  if (kind === 'poll')
    return {
      kind,
      question: text(data['question']),
      options: list(data['options']).reduce<readonly PollOption[]>(
        (options, option, index) => added(options, { key: `canned,${index}`, text: text(option), voterIds: [] }, step),
        [],
      ),
    };
  if (kind !== 'todo') return null;
  const tasks = list(data['tasks']).reduce<readonly Task[]>((known, task, index) => {
    const { task: name, desc } = isFields(task) ? task : {};
    return added(known, { key: `${index},canned`, text: text(name), note: text(desc), isDone: false }, step);
  }, []);
  return { kind, title: text(data['task_list_title']), tasks };
}

function after(widget: Widget, step: Step): Widget {
  return widget.kind === 'poll' ? pollAfter(widget, step) : todoAfter(widget, step);
}

function pollAfter(poll: Widget & { kind: 'poll' }, step: Step): Widget {
  const { what, senderId, isAuthor } = step;
  switch (what['type']) {
    case 'vote': {
      const isFor = what['vote'] === 1;
      const chosen = keyIn(step);
      const options = poll.options.map((option) => {
        if (option.key !== chosen) return option;
        const others = option.voterIds.filter((id) => id !== senderId);
        return { ...option, voterIds: isFor ? [...others, senderId] : others };
      });
      return { ...poll, options };
    }
    case 'new_option': {
      const option = { key: `${senderId},${text(what['idx'])}`, text: text(what['option']), voterIds: [] };
      return { ...poll, options: added(poll.options, option, step) };
    }
    case 'question':
      return isAuthor ? { ...poll, question: text(what['question']) } : poll;
    default:
      return poll;
  }
}

function todoAfter(todo: Widget & { kind: 'todo' }, step: Step): Widget {
  const { what, senderId, isAuthor } = step;
  switch (what['type']) {
    case 'strike': {
      const chosen = keyIn(step);
      const isStruck = (task: Task): boolean => task.key === chosen;
      return { ...todo, tasks: todo.tasks.map((task) => (isStruck(task) ? { ...task, isDone: !task.isDone } : task)) };
    }
    case 'new_task': {
      const task = {
        key: `${text(what['key'])},${senderId}`,
        text: text(what['task']),
        note: text(what['desc']),
        isDone: what['completed'] === true,
      };
      return { ...todo, tasks: added(todo.tasks, task, step) };
    }
    case 'new_task_list_title':
      return isAuthor ? { ...todo, title: text(what['title']) } : todo;
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
