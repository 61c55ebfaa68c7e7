/** Pinned messages of views. */
import { expect, test } from 'vitest';
import { pinnedPlace, shownPins, type Pin } from './pins.ts';

const pin = (message_id: number, topic: string, scope: Pin['scope']): Pin => ({
  message_id,
  topic,
  scope,
  pinned_by: 1,
  pinned_at: 1,
});

test('shows all pins in a channel, and in a topic its own and those of the channel', () => {
  const pins = [pin(1, 'Lunch', 'topic'), pin(2, 'rules', 'channel'), pin(3, 'other', 'topic'), pin(4, '', 'topic')];
  const ids = (topic: string | null): number[] => shownPins(pins, topic).map((one) => one.message_id);
  expect(ids(null)).toEqual([1, 2, 3, 4]);
  expect(ids('lunch')).toEqual([1, 2]);
  expect(ids('')).toEqual([2, 4]);
  expect(ids('new')).toEqual([2]);
});

test('finds pins for a channel and a topic, and for no search, filter or direct message', () => {
  const channel = { operator: 'channel', operand: 5 } as const;
  const topic = { operator: 'topic', operand: 'lunch' } as const;
  expect(pinnedPlace([channel])).toEqual({ channelId: 5, topic: null });
  expect(pinnedPlace([channel, topic])).toEqual({ channelId: 5, topic: 'lunch' });
  for (const narrow of [
    [],
    [topic],
    [{ ...channel, negated: true }],
    [channel, { ...topic, negated: true }],
    [channel, topic, { operator: 'search', operand: 'soup' } as const],
    [channel, { operator: 'search', operand: 'soup' } as const],
    [{ operator: 'dm', operand: [3] } as const],
  ])
    expect(pinnedPlace(narrow)).toBeNull();
});
