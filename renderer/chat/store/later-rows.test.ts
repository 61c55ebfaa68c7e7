/** Drafts stand in their view once, wherever they are kept; what waits stands in the order of its times. */
import { expect, it } from 'vitest';
import type { Draft, Reminder, ScheduledMessage } from '../../client/state/own.ts';
import type { LocalDraft } from './drafts.ts';
import { draftRows, noteOf, scheduledConversation, scheduledRows } from './later-rows.ts';

const local = (topic: string, change: Partial<LocalDraft>): [string, LocalDraft] => [
  `5 ${topic}`,
  {
    home: 'here',
    conversation: { kind: 'channel', channelId: 5, topic },
    text: topic,
    changedAt: 0,
    serverId: null,
    syncedText: null,
    ...change,
  },
];
const draft = (id: number, change: Partial<Draft> = {}): [number, Draft] => [
  id,
  { id, type: 'stream', to: [5], topic: 'elsewhere', content: `draft ${id}`, timestamp: id, ...change },
];

it('lists boxes with words and the drafts that stand in none, the newest first', () => {
  const locals = new Map([
    local('new', { changedAt: 9_000_000 }),
    local('kept', { serverId: 7, changedAt: 2_000_000 }),
    local('empty', { text: ' ' }),
  ]);
  const drafts = new Map([draft(7), draft(5000), draft(3, { type: '', to: [] })]);
  const rows = draftRows(drafts, locals, 1);
  expect(rows.map(({ text, id, isInBox }) => [text, id, isInBox])).toEqual([
    ['new', null, true],
    ['draft 5000', 5000, false],
    ['kept', 7, true],
    ['draft 3', 3, false],
  ]);
  expect(rows.at(-1)?.conversation).toBeNull();
});

const scheduled = (id: number, change: Partial<ScheduledMessage> = {}): ScheduledMessage => ({
  scheduled_message_id: id,
  type: 'stream',
  to: 5,
  topic: 'roof',
  content: 'x',
  rendered_content: '<p>x</p>',
  scheduled_delivery_timestamp: id,
  failed: false,
  ...change,
});

it('lists what failed before what waits, and that by its time', () => {
  const rows = [scheduled(30), scheduled(10), scheduled(20, { failed: true })];
  const ids = scheduledRows(new Map(rows.map((row) => [row.scheduled_message_id, row])));
  expect(ids.map(({ scheduled_message_id: id }) => id)).toEqual([20, 10, 30]);
});

it('knows where a message will go, and that one writes to oneself', () => {
  expect(scheduledConversation(scheduled(1), 1)).toEqual({ kind: 'channel', channelId: 5, topic: 'roof' });
  expect(scheduledConversation(scheduled(1, { type: 'private', to: [9, 1, 4] }), 1)).toEqual({
    kind: 'direct',
    userIds: [4, 9],
  });
  expect(scheduledConversation(scheduled(1, { type: 'private', to: [1] }), 1)).toEqual({
    kind: 'direct',
    userIds: [1],
  });
});

it('reads the note of a reminder, and none from the text of the message', () => {
  const reminder = (content: string): Reminder => ({ content }) as Reminder;
  const quote = '\n\n@_**A|1** [said](#x):\n```quote\n> Note:\n> no note\n```';
  expect(noteOf(reminder(`You requested a reminder. Note:\n> call them\n> twice${quote}`))).toBe('call them\ntwice');
  expect(noteOf(reminder(`You requested a reminder.${quote}`))).toBe('');
});
