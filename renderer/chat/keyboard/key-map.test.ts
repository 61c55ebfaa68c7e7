/** Keys mean what the sheet says, on every layout, and nothing while someone types. */
import { expect, test } from 'vitest';
import { enterMeans, formatOf } from '../kit/keys.ts';
import { boxKeys, chordOf, commandOf, keyGroups, type KeyPlace, type PressedKey } from './key-map.ts';

const press = (key: string, rest: Partial<PressedKey> = {}): PressedKey => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...rest,
});
const reading: KeyPlace = { isMac: false, isInField: false, isOnControl: false, hasLetters: true };

test('no key means two things', () => {
  const chords = keyGroups.flatMap(({ lines }) => lines.flatMap((line) => line.chords));
  expect(new Set(chords).size).toBe(chords.length);
});

test('no two lines of the sheet have the same command', () => {
  const commands = keyGroups.flatMap(({ lines }) => lines.map(({ command }) => command));
  expect(commands.length).toBeGreaterThan(45);
  expect(new Set(commands).size).toBe(commands.length);
});

test('letters and signs mean what the sheet says', () => {
  expect(commandOf(press('j'), reading)).toBe('next');
  expect(commandOf(press('J', { shiftKey: true }), reading)).toBe('page-down');
  expect(commandOf(press('?', { shiftKey: true }), reading)).toBe('sheet');
  expect(commandOf(press('*', { shiftKey: true }), reading)).toBe('starred');
  expect(commandOf(press('k', { ctrlKey: true }), reading)).toBe('search');
  expect(commandOf(press('Escape'), reading)).toBe('close');
  expect(commandOf(press('ArrowLeft'), reading)).toBe('edit-last');
  expect(commandOf(press('@', { shiftKey: true }), reading)).toBe('reply-mention');
  expect(commandOf(press('o'), reading)).toBeNull();
});

test('Caps Lock changes nothing', () => {
  expect(commandOf(press('J'), reading)).toBe('next');
  expect(commandOf(press('j', { shiftKey: true }), reading)).toBe('page-down');
});

test('a keyboard that writes other letters is read by the places of its keys', () => {
  expect(commandOf(press('о', { code: 'KeyJ' }), reading)).toBe('next');
  expect(commandOf(press('Л', { code: 'KeyK', shiftKey: true }), reading)).toBe('page-up');
  expect(commandOf(press('л', { code: 'KeyK', ctrlKey: true }), reading)).toBe('search');
  expect(commandOf(press('Б', { code: 'Comma', shiftKey: true }), reading)).toBe('forward');
  // A French keyboard writes Latin letters: what is written counts, not the place.
  expect(commandOf(press('a', { code: 'KeyQ' }), reading)).toBe('feed');
});

test('signs written with AltGr are signs', () => {
  expect(chordOf(press('[', { ctrlKey: true, altKey: true }), false)).toBe('[');
});

test('Command stands for Control on a Mac alone, and the key of the system is left to it', () => {
  expect(commandOf(press('k', { metaKey: true }), { ...reading, isMac: true })).toBe('search');
  expect(commandOf(press('k', { metaKey: true }), reading)).toBeNull();
  expect(commandOf(press('j', { altKey: true }), reading)).toBeNull();
});

test('in a field only keys count that write nothing', () => {
  const writing = { ...reading, isInField: true };
  for (const key of ['j', '?', '/', 'r', 'PageDown', 'Home', 'Enter', 'ArrowLeft', '-', 'e'])
    expect(commandOf(press(key), writing), key).toBeNull();
  expect(commandOf(press('s', { ctrlKey: true }), writing)).toBeNull();
  expect(commandOf(press('k', { ctrlKey: true }), writing)).toBe('search');
  expect(commandOf(press('Escape'), writing)).toBe('close');
});

test('a button keeps Enter and Space for itself', () => {
  const onButton = { ...reading, isOnControl: true };
  expect(commandOf(press('Enter'), onButton)).toBeNull();
  expect(commandOf(press(' '), onButton)).toBeNull();
  expect(commandOf(press('j'), onButton)).toBe('next');
});

test('without letters the others stay', () => {
  const quiet = { ...reading, hasLetters: false };
  expect(commandOf(press('j'), quiet)).toBeNull();
  expect(commandOf(press('N', { shiftKey: true }), quiet)).toBeNull();
  expect(commandOf(press('?', { shiftKey: true }), quiet)).toBeNull();
  expect(commandOf(press('PageDown'), quiet)).toBe('page-down');
  expect(commandOf(press('ArrowDown'), quiet)).toBe('next');
  expect(commandOf(press('k', { ctrlKey: true }), quiet)).toBe('search');
});

/** @returns the chord of a key press as the sheet writes it. */
function pressed(chord: string): PressedKey {
  const parts = chord.split(/\+(?=.)/);
  const name = parts.at(-1) ?? '';
  const names: Record<string, string> = {
    Space: ' ',
    Esc: 'Escape',
    '↓': 'ArrowDown',
    '↑': 'ArrowUp',
    '←': 'ArrowLeft',
    PgDn: 'PageDown',
    PgUp: 'PageUp',
  };
  const hasShift = parts.includes('Shift');
  const key = names[name] ?? (/^[A-Z]$/.test(name) && !hasShift ? name.toLowerCase() : name);
  return press(key, { shiftKey: hasShift, ctrlKey: parts.includes('Ctrl'), altKey: parts.includes('Alt') });
}

test('every key on the sheet does what stands beside it', () => {
  for (const { lines } of keyGroups)
    for (const { chords, command } of lines)
      for (const chord of chords) expect(commandOf(pressed(chord), reading), chord).toBe(command);
});

test.each([true, false])('every key of the box does what stands beside it, with enter_sends %s', (enterSends) => {
  const rules = { enterSends, isTouch: false };
  const meant = boxKeys(enterSends).map(({ chord, label }) => {
    const inBox = pressed(chord);
    return [label(), formatOf(inBox) ?? enterMeans(inBox, rules)];
  });
  expect(Object.fromEntries(meant)).toEqual({
    Send: 'send',
    'New line': 'line',
    Bold: 'bold',
    Italic: 'italic',
    Strikethrough: 'strike',
    Code: 'code',
    Link: 'link',
    Quote: 'quote',
    'Bulleted list': 'bullets',
    'Numbered list': 'numbers',
    Snippets: 'snippet',
    Preview: 'preview',
    // By the list that is open, and by the conversation; chat-composing and chat-writing try them.
    'Accept suggestion': null,
    'Edit your last message (when the box is empty)': null,
  });
});
