/** Options and tasks that are added while answers and events are late: each is sent once, and none is lost. */
import { screen, within } from '@testing-library/dom';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fill, press, user } from '../../testing/elements.ts';
import type { Message } from '../store/message.ts';
import { widgetOf } from '../store/widget.ts';
import { WidgetBody } from './widget-body.tsx';

const ownId = 7;
let root: Root;
let container: HTMLElement;
let message: Message;
/** What was sent, and the way to answer it. */
let sent: { content: Record<string, unknown>; answer: (isTaken: boolean) => void }[] = [];
let nextId = 100;

const submessage = (content: object, id: number, senderId = ownId) => ({
  id,
  message_id: message.id,
  sender_id: senderId,
  msg_type: 'widget' as const,
  content: JSON.stringify(content),
});

function show(): void {
  const widget = widgetOf(message);
  if (widget === null) throw new Error('The message has no widget.');
  const actions = {
    isChangeable: () => true,
    onSubmessage: (_message: Message, content: object) =>
      new Promise<boolean>((answer) => sent.push({ content: content as Record<string, unknown>, answer })),
  };
  root.render(createElement(WidgetBody, { widget, message, ownId, actions, context: { userName: () => 'Ben' } }));
}

function begin(kind: 'todo' | 'poll'): void {
  nextId += 100;
  message = { id: nextId, sender_id: 8, submessages: [] } as unknown as Message;
  const data = kind === 'poll' ? { question: 'Where?', options: ['Here'] } : { task_list_title: '', tasks: [] };
  message = { ...message, submessages: [submessage({ widget_type: kind, extra_data: data }, 1, 8)] };
  show();
}

/** The events of everything that was sent arrive. */
function receiveAll(order: readonly number[] = sent.map((_one, index) => index)): void {
  const events = order.map((at, index) => submessage(sent[at]?.content ?? {}, nextId + index + 1));
  message = { ...message, submessages: [...message.submessages, ...events] };
  show();
}

beforeEach(() => {
  sent = [];
  container = document.createElement('div');
  document.body.append(container);
  root = createRoot(container);
});
afterEach(() => {
  root.unmount();
  container.remove();
});

const add = async (label: string, text: string, how: 'Enter' | 'button'): Promise<void> => {
  const field = await screen.findByRole('textbox', { name: label });
  fill(field, text);
  await (how === 'button' ? press('Add') : user.type(field, '{Enter}'));
};
const keys = (): unknown[] => sent.map(({ content }) => content['key'] ?? content['idx']);

test.each([
  ['todo', 'Add a task', 'Enter', ['Buy milk', 'Call Bob']],
  ['todo', 'Add a task', 'button', ['Buy milk', 'Call Bob', 'Sweep']],
  ['poll', 'Add an option', 'Enter', ['There', 'Nowhere']],
  ['poll', 'Add an option', 'button', ['🙂', '日本語', 'a,b', '<b>x</b>']],
] as const)(
  'adds all entries of a %s (%s by %s) while answers and events are late',
  async (kind, label, how, texts) => {
    begin(kind);
    for (const text of texts) await add(label, text, how);
    await expect.poll(() => sent.map(({ content }) => content['task'] ?? content['option'])).toEqual(texts);
    expect(new Set(keys()).size).toBe(texts.length);
    receiveAll(sent.map((_one, index) => index).toReversed());
    for (const text of texts) await screen.findByText(text);
  },
);

test('draws other numbers when the row was away between two entries, and after entries of another page', async () => {
  begin('todo');
  await add('Add a task', 'One', 'Enter');
  await expect.poll(() => sent).toHaveLength(1);
  root.unmount();
  root = createRoot(container);
  const other = submessage({ type: 'new_task', key: 500, task: 'Other', desc: '', completed: false }, 90);
  message = { ...message, submessages: [...message.submessages, other] };
  show();
  await add('Add a task', 'Two', 'Enter');
  await expect.poll(() => sent).toHaveLength(2);
  expect(new Set([...keys(), 500]).size).toBe(3);
});

test('keeps the text of an entry that the server refuses while the next one is written', async () => {
  begin('poll');
  await add('Add an option', 'First', 'Enter');
  await add('Add an option', 'Second', 'Enter');
  fill(await screen.findByRole('textbox', { name: 'Add an option' }), 'Third');
  await expect.poll(() => sent).toHaveLength(2);
  sent[0]?.answer(false);
  sent[1]?.answer(true);
  await screen.findByText('Not added: First');
  expect(screen.queryByText('Not added: Second')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Third');
  await press('Try again');
  await expect.poll(() => sent.at(-1)?.content['option']).toBe('First');
});

test('sends two quick votes one after the other and shows both at once', async () => {
  begin('poll');
  const other = submessage({ type: 'new_option', idx: 3, option: 'There' }, 91, 8);
  message = { ...message, submessages: [...message.submessages, other] };
  show();
  await press(/^Here/);
  await press(/^There/);
  const isPressed = (name: RegExp): string | null =>
    within(container).getByRole('button', { name }).getAttribute('aria-pressed');
  await expect.poll(() => [isPressed(/^Here/), isPressed(/^There/)]).toEqual(['true', 'true']);
  expect(sent).toHaveLength(1);
  sent[0]?.answer(true);
  await expect.poll(() => sent.map(({ content }) => content['key'])).toEqual(['canned,0', '8,3']);
  sent[1]?.answer(false);
  await expect.poll(() => [isPressed(/^Here/), isPressed(/^There/)]).toEqual(['true', 'false']);
});
