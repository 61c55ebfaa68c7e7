/** Answers to widgets: what a poll or a to-do list takes, and from whom (contract: Submessage). */
import { z } from 'zod';
import { badRequest, invalidParameter } from '../../errors.ts';

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
const authorsOnly: ReadonlyMap<string, string> = new Map([
  ['poll question', "You can't edit a question unless you are the author."],
  ['todo new_task_list_title', "You can't edit the task list title unless you are the author."],
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
  if (schema === undefined) throw invalidParameter('content', `Unknown type for ${kind} data: ${type ?? 'none'}`);
  const sentence = authorsOnly.get(name);
  if (sentence !== undefined && !isAuthor) throw badRequest(sentence);
  const problem = schema.safeParse(answer).error?.issues[0];
  if (problem !== undefined)
    throw invalidParameter('content', `${kind} data: ${problem.path.join('.')}: ${problem.message}`);
}

/** @returns undefined for a text that is no JSON */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
