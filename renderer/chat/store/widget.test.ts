/** Polls and lists of tasks, from what people did with them. */
import { describe, expect, it } from 'vitest';
import type { Message } from './message.ts';
import { widgetLine } from './widget-line.ts';
import { freeNumber, widgetOf } from './widget.ts';

const author = 5;
const messageOf = (...contents: (readonly [senderId: number, content: object | string])[]) => ({
  sender_id: author,
  submessages: contents.map(([sender_id, content], index) => ({
    id: index + 1,
    message_id: 1,
    sender_id,
    msg_type: 'widget',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  })) as Message['submessages'],
});
const told = (...contents: Parameters<typeof messageOf>) => widgetOf(messageOf(...contents));
const poll = { widget_type: 'poll', extra_data: { question: 'Where?', options: ['Here', 'There'] } };
const todo = { widget_type: 'todo', extra_data: { task_list_title: 'Move', tasks: [{ task: 'Pack', desc: 'books' }] } };

describe('a poll', () => {
  it('counts each person once an option, and takes a vote back', () => {
    const vote = (key: string, value: number) => ({ type: 'vote', key, vote: value });
    const after = told(
      [author, poll],
      [7, vote('canned,0', 1)],
      [7, vote('canned,0', 1)],
      [8, vote('canned,0', 1)],
      [8, vote('canned,0', -1)],
      [8, vote('canned,1', 1)],
    );
    expect(after).toEqual({
      kind: 'poll',
      question: 'Where?',
      options: [
        { key: 'canned,0', text: 'Here', voterIds: [7] },
        { key: 'canned,1', text: 'There', voterIds: [8] },
      ],
    });
  });

  it('takes new options of anybody, once, and another question of its author alone', () => {
    const after = told(
      [author, poll],
      [7, { type: 'new_option', idx: 1, option: 'Nowhere' }],
      [8, { type: 'new_option', idx: 1, option: 'Nowhere' }],
      [7, { type: 'vote', key: '7,1', vote: 1 }],
      [7, { type: 'question', question: 'Hacked?' }],
      [author, { type: 'question', question: 'Where to?' }],
    );
    expect(after).toMatchObject({
      question: 'Where to?',
      options: [{}, {}, { key: '7,1', text: 'Nowhere', voterIds: [7] }],
    });
  });
});

describe('a list of tasks', () => {
  it('strikes, takes back, and grows', () => {
    const strike = { type: 'strike', key: '0,canned' };
    const added = { type: 'new_task', key: 2, task: 'Carry', desc: '', completed: false };
    expect(told([author, todo], [7, strike], [8, added])).toMatchObject({
      title: 'Move',
      tasks: [
        { text: 'Pack', note: 'books', isDone: true },
        { key: '2,8', text: 'Carry', isDone: false },
      ],
    });
    expect(told([author, todo], [7, strike], [8, strike])).toMatchObject({ tasks: [{ isDone: false }] });
  });
});

it('is nothing else, and nothing breaks it', () => {
  expect(told()).toBeNull();
  expect(told([author, 'no JSON'])).toBeNull();
  expect(told([author, { widget_type: 'zform' }])).toBeNull();
  expect(told([author, poll], [7, 'no JSON'], [7, { type: 'vote' }], [7, '3'])).toMatchObject({ question: 'Where?' });
});

it('is said in one line by what it is about, and not by the command that made it', () => {
  expect(widgetLine(messageOf([author, poll]))).toBe('Poll: Where?');
  expect(widgetLine(messageOf([author, todo], [author, { type: 'new_task_list_title', title: 'Move out' }]))).toBe(
    'To-do list: Move out',
  );
  expect(widgetLine(messageOf([author, { widget_type: 'todo', extra_data: {} }]))).toBe('To-do list');
  expect(widgetLine(messageOf())).toBeNull();
});

it('keeps what came under the key of another, and counts votes for what was added twice', () => {
  const option = (idx: number, words: string) => ({ type: 'new_option', idx, option: words });
  const vote = (key: string) => ({ type: 'vote', key, vote: 1 });
  const after = told(
    [author, { widget_type: 'poll', extra_data: { question: '', options: [] } }],
    [7, option(1, 'Here')],
    [7, option(1, 'There')],
    [8, option(1, 'Here')],
    [8, vote('8,1')],
    [9, vote('7,1,3')],
    [7, option(2, 'Here')],
  );
  expect(after).toMatchObject({
    options: [
      { key: '7,1', text: 'Here', voterIds: [8] },
      { key: '7,1,3', text: 'There', voterIds: [9] },
    ],
  });
  const task = (key: number, words: string) => ({ type: 'new_task', key, task: words, desc: '', completed: false });
  const list = told([author, { widget_type: 'todo', extra_data: {} }], [7, task(2, 'One')], [7, task(2, 'Two')]);
  expect(list).toMatchObject({ tasks: [{ text: 'One' }, { text: 'Two' }] });
});

it('numbers what is new so that nothing has it, sent or seen', () => {
  const sent = new Set<number>();
  for (let count = 0; count < 200; count += 1) {
    const number = freeNumber(['7,1', 'canned,0', '2,7'], sent);
    expect([1, 2, 7, ...sent]).not.toContain(number);
    expect(number).toBeGreaterThan(0);
    expect(number).toBeLessThanOrEqual(1000);
    sent.add(number);
  }
});

describe('parts without words and repeated ones', () => {
  const vote = (key: string) => ({ type: 'vote', key, vote: 1 });

  it('shows an option once, and counts the votes for either', () => {
    const options = ['Here', '', 'Here', ' ', 'There'];
    const after = told(
      [author, { widget_type: 'poll', extra_data: { question: 'Where?', options } }],
      [7, vote('canned,2')],
      [8, vote('canned,0')],
      [8, vote('canned,9')],
      [8, { type: 'new_option', option: ' ', idx: 1 }],
      [8, vote('canned,4')],
    );
    expect(after).toMatchObject({
      options: [
        { key: 'canned,0', text: 'Here', voterIds: [7, 8] },
        { key: 'canned,4', text: 'There', voterIds: [8] },
      ],
    });
  });

  it('shows a task once, and strikes it by either name', () => {
    const tasks = [{ task: 'Pack' }, { task: '' }, { task: 'Pack' }];
    const after = told(
      [author, { widget_type: 'todo', extra_data: { task_list_title: 'Move', tasks } }],
      [7, { type: 'new_task', key: 1, task: '', desc: 'nothing', completed: false }],
      [7, { type: 'strike', key: '2,canned' }],
    );
    expect(after).toMatchObject({ tasks: [{ key: '0,canned', text: 'Pack', isDone: true }] });
  });
});
