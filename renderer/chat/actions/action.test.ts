/** Menus from tables of actions. */
import { expect, test } from 'vitest';
import type { MenuEntry } from '../kit/menu-store.ts';
import { noticeSlot } from '../kit/notices.ts';
import { menuOf, runAction, type Action } from './action.ts';

interface Lamp {
  name: string;
  isLit: boolean;
}

const done: string[] = [];
const actions: readonly Action<Lamp>[] = [
  { id: 'look', label: () => 'Look', menu: 'hidden', isAllowed: () => false, run: () => undefined },
  {
    id: 'light',
    label: (isOn) => (isOn ? 'Put out' : 'Light'),
    icon: (isOn) => (isOn ? 'eyeOff' : 'eye'),
    menu: 'own',
    key: { chords: ['Shift+L', 'Enter'], group: 'message' },
    isOn: ({ isLit }) => isLit,
    run: ({ name }, isOn) => done.push(`${name} ${isOn}`),
  },
  { id: 'key-alone', label: () => 'Key alone', key: { chords: ['K'], group: 'message' }, run: () => undefined },
  { id: 'break', label: () => 'Break', menu: 'other', isDanger: true, refusal: () => 'Too hard', run: () => undefined },
];

const pick = (entry: MenuEntry | undefined): void => {
  if (entry === undefined || entry === 'line' || !('onPick' in entry)) throw new Error('No action');
  entry.onPick();
};

test('a menu has what is allowed, with lines between its groups alone', () => {
  const [light, line, smash, ...others] = menuOf(actions, () => ({ name: 'desk', isLit: false }));
  expect(light).toMatchObject({ label: 'Light', icon: 'eye', keys: 'Shift L' });
  expect(line).toBe('line');
  expect(smash).toMatchObject({ label: 'Break', isDanger: true, isDisabled: true, note: 'Too hard' });
  expect(others).toEqual([]);
});

test('an entry acts on the target as it is when it is picked, and does what its label said', () => {
  let lamp = { name: 'desk', isLit: false };
  const [light] = menuOf(actions, () => lamp);
  lamp = { name: 'window', isLit: true };
  done.length = 0;
  pick(light);
  expect(done).toEqual(['window true']);
});

test('an entry whose target is gone, or no longer allows it, says so and does nothing', () => {
  let lamp: Lamp | null = { name: 'desk', isLit: false };
  const [light] = menuOf([{ ...actions[1], isAllowed: ({ name }) => name === 'desk' } as Action<Lamp>], () => lamp);
  done.length = 0;
  for (const now of [{ name: 'hall', isLit: false }, null]) {
    noticeSlot.set(null);
    lamp = now;
    pick(light);
    expect(noticeSlot.getState()).toMatchObject([{ text: 'This has changed. Open the menu again.', isError: true }]);
  }
  expect(done).toEqual([]);
});

test('a key turns a switch, and does nothing that is not allowed', () => {
  done.length = 0;
  const [look, light] = actions;
  if (look === undefined || light === undefined) throw new Error('No actions');
  runAction(light, { name: 'desk', isLit: true });
  runAction({ ...light, isAllowed: () => false }, { name: 'desk', isLit: true });
  expect(done).toEqual(['desk false']);
});
