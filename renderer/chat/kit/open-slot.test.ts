/** One store for all that is open. */
import { expect, test } from 'vitest';
import { isSomethingOpen, openSlot } from './open-slot.ts';

test('a slot hears of its own kind alone, and only a notice leaves the keys to the page', () => {
  const menu = openSlot<string>('menu');
  const notice = openSlot<string>('notice');
  const heard: unknown[] = [];
  const stop = menu.subscribe((value, before) => heard.push([before, value]));
  notice.set('Saved.');
  expect([menu.getState(), notice.getState(), isSomethingOpen(), heard]).toEqual([null, 'Saved.', false, []]);
  menu.set('Message actions');
  expect([isSomethingOpen(), notice.getState()]).toEqual([true, 'Saved.']);
  menu.set(null);
  expect([isSomethingOpen(), menu.getState()]).toEqual([false, null]);
  expect(heard).toEqual([
    [null, 'Message actions'],
    ['Message actions', null],
  ]);
  stop();
  notice.set(null);
});
