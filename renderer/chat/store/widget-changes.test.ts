/** Votes and ticks on a slow line: each click is shown at once and sent once. */
import { expect, test } from 'vitest';
import { isShownOn, ownChanges, WidgetChanges } from './widget-changes.ts';

const strike = (id: number, sender: number, key: string) => ({
  id,
  message_id: 1,
  sender_id: sender,
  msg_type: 'widget' as const,
  content: JSON.stringify({ type: 'strike', key }),
});

test('counts the own changes of one task, and passes over what cannot be read', () => {
  const submessages = [
    strike(1, 7, '0,canned'),
    strike(2, 8, '0,canned'),
    strike(3, 7, '1,canned'),
    { ...strike(4, 7, ''), content: 'null' },
    { ...strike(5, 7, ''), content: '{' },
    { ...strike(6, 7, ''), content: '{"type":"new_task","key":"0,canned"}' },
    strike(7, 7, '0,canned'),
  ];
  expect(ownChanges({ submessages }, 7, '0,canned')).toBe(2);
});

const settled = async (): Promise<void> => new Promise((ended) => setTimeout(ended));

/** A server whose answers come when the test gives them. */
function slowServer() {
  const waiting: ((isTaken: boolean) => void)[] = [];
  let sent = 0;
  const send = async (): Promise<boolean> => {
    sent += 1;
    return new Promise((resolve) => waiting.push(resolve));
  };
  const answer = async (isTaken: boolean): Promise<void> => {
    await settled();
    waiting.shift()?.(isTaken);
    await settled();
  };
  return { send, answer, sent: () => sent };
}

test('a second click before the answer takes the first one back, after it', async () => {
  const widgets = new WidgetChanges();
  const server = slowServer();
  const shown = (isOn: boolean, seen: number): boolean => isShownOn(widgets.changes.getState().get('t'), isOn, seen);
  widgets.click('t', { isOn: true, seen: 0 }, server.send);
  expect(shown(false, 0)).toBe(true);
  widgets.click('t', { isOn: false, seen: 0 }, server.send);
  expect(shown(false, 0)).toBe(false);
  await server.answer(true);
  expect(server.sent()).toBe(2);
  // The event of the first click does not turn the box once more.
  expect(shown(true, 1)).toBe(false);
  await server.answer(true);
  expect(shown(false, 2)).toBe(false);
  // Another user turns it.
  expect(shown(true, 2)).toBe(true);
});

test('a click that the server refuses is taken back, and the next one is sent', async () => {
  const widgets = new WidgetChanges();
  const server = slowServer();
  const shown = (isOn: boolean, seen: number): boolean => isShownOn(widgets.changes.getState().get('t'), isOn, seen);
  widgets.click('t', { isOn: true, seen: 3 }, server.send);
  await server.answer(false);
  expect(shown(false, 3)).toBe(false);
  widgets.click('t', { isOn: true, seen: 3 }, server.send);
  expect(shown(false, 3)).toBe(true);
  await server.answer(true);
  expect(shown(true, 4)).toBe(true);
});

test('the event of a click may come before its answer, and that of another user between them', async () => {
  const widgets = new WidgetChanges();
  const server = slowServer();
  widgets.click('t', { isOn: true, seen: 0 }, server.send);
  const change = (): ReturnType<typeof widgets.changes.getState> => widgets.changes.getState();
  expect(isShownOn(change().get('t'), true, 1)).toBe(true);
  expect(isShownOn(change().get('t'), false, 1)).toBe(false);
  await server.answer(true);
  expect(isShownOn(change().get('t'), false, 1)).toBe(false);
});
