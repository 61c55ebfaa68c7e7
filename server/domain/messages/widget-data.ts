/** Answers to widgets: what a poll or a to-do list takes, and from whom (contract: Submessage). */
import { z } from 'zod';
import { badRequest, invalidParameter } from '../../errors.ts';
import { phrase, type Phrase } from '../../translation.ts';

/** By the widget's kind and the answer's `type`. */
const answers: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['poll vote', z.strictObject({ type: z.string(), key: z.string(), vote: z.literal([1, -1]) })],
  ['poll question', z.strictObject({ type: z.string(), question: z.string() })],
  ['poll new_option', z.strictObject({ type: z.string(), option: z.string(), idx: z.int() })],
  [
    'todo new_task',
    z.strictObject({ type: z.string(), key: z.int(), task: z.string(), desc: z.string(), completed: z.boolean() }),
  ],
  ['todo strike', z.strictObject({ type: z.string(), key: z.string() })],
  ['todo new_task_list_title', z.strictObject({ type: z.string(), title: z.string() })],
]);

/** Answers that only the author of the widget may give, with the sentence for everyone else. */
const authorsOnly: ReadonlyMap<string, Phrase> = new Map([
  ['poll question', phrase("You can't edit a question unless you are the author.")],
  ['todo new_task_list_title', phrase("You can't edit the task list title unless you are the author.")],
]);

const typed = z.looseObject({ type: z.string() });
const widget = z.looseObject({ widget_type: z.string() });

/** The kind of widget that the first submessage of a message begins; null for none of ours. */
export function widgetKind(firstSubmessage: string): 'poll' | 'todo' | null {
  const kind = widget.safeParse(parsedJson(firstSubmessage)).data?.widget_type;
  return kind === 'poll' || kind === 'todo' ? kind : null;
}

/** @throws ApiError BAD_REQUEST for an answer that the widget does not take, or that only its author may give */
export function checkWidgetAnswer(kind: 'poll' | 'todo', answer: unknown, isAuthor: boolean): void {
  const type = typed.safeParse(answer).data?.type;
  const name = `${kind} ${type ?? ''}`;
  const schema = answers.get(name);
  if (schema === undefined) throw invalidParameter('content', unknownType(kind, type));
  const sentence = authorsOnly.get(name);
  if (sentence !== undefined && !isAuthor) throw badRequest(sentence);
  const problem = schema.safeParse(answer).error?.issues[0];
  if (problem !== undefined) throw invalidParameter('content', wrongData(kind, problem));
}

function unknownType(kind: 'poll' | 'todo', type: string | undefined): Phrase {
  if (kind === 'poll')
    return type === undefined
      ? phrase('Unknown type for poll data: none')
      : phrase(`Unknown type for poll data: ${type}`);
  return type === undefined
    ? phrase('Unknown type for todo data: none')
    : phrase(`Unknown type for todo data: ${type}`);
}

function wrongData(kind: 'poll' | 'todo', issue: z.core.$ZodIssue): Phrase {
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.join(', ');
    return kind === 'poll'
      ? phrase(`poll data has unexpected keys: ${keys}`)
      : phrase(`todo data has unexpected keys: ${keys}`);
  }
  const field = issue.path.join('.');
  return kind === 'poll'
    ? phrase(`poll data: ${field} is missing or invalid`)
    : phrase(`todo data: ${field} is missing or invalid`);
}

/** What a vote or a strike names: an option or a task of the widget's beginning, or one that a user added. */
export type NamedItem = { begun: number } | { adderId: number; number: number };

/**
 * The option or task that an answer names by its key: "canned,0" and "7,1" of polls, "0,canned" and "1,7" of to-do lists. A third
 * number belongs to one that was added with a key that was taken (the chat's page).
 * @returns null for an answer that names none, undefined for a key of another form
 */
export function namedItem(kind: 'poll' | 'todo', answer: unknown): NamedItem | null | undefined {
  const { data } = naming.safeParse(answer);
  if (data === undefined) return null;
  const [, left = '', right = ''] = /^(-?\d{1,15}|canned),(-?\d{1,15}|canned)(?:,\d{1,15})?$/.exec(data.key) ?? [];
  const [owner, number] = kind === 'poll' ? [left, right] : [right, left];
  if (!/\d$/.test(number)) return undefined;
  return owner === 'canned' ? { begun: Number(number) } : { adderId: Number(owner), number: Number(number) };
}

const naming = z.looseObject({ type: z.enum(['vote', 'strike']), key: z.string() });
const begun = z.object({
  extra_data: z.object({ options: z.array(z.unknown()).optional(), tasks: z.array(z.unknown()).optional() }).nullish(),
});
const adding = z.union([
  z.object({ type: z.literal('new_option'), idx: z.int() }).transform(({ idx }) => ({ number: idx })),
  z.object({ type: z.literal('new_task'), key: z.int() }).transform(({ key }) => ({ number: key })),
]);

/** How many options or tasks a widget begins with. */
export function begunItems(firstSubmessage: string): number {
  const data = begun.safeParse(parsedJson(firstSubmessage)).data?.extra_data;
  return (data?.options ?? data?.tasks ?? []).length;
}

/** The number under which a submessage adds an option or a task; undefined for any other. */
export const addedNumber = (submessage: string): number | undefined =>
  adding.safeParse(parsedJson(submessage)).data?.number;

/** @returns undefined for a text that is no JSON */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
