/** Rights of pages: the microphone alone, and nothing that no page needs. */
import { expect, test } from 'vitest';
import { mayHave, mayTake } from './permissions.ts';

test.each([
  ['the microphone', 'media', ['audio'], true],
  ['the camera', 'media', ['video'], false],
  ['the microphone with the camera', 'media', ['audio', 'video'], false],
  ['a device without a kind', 'media', [], false],
  ['notifications', 'notifications', undefined, true],
  ['copying', 'clipboard-sanitized-write', undefined, true],
  ['reading the clipboard', 'clipboard-read', undefined, false],
  ['the place', 'geolocation', undefined, false],
  ['a recording of the screen', 'display-capture', ['audio'], false],
  ['MIDI', 'midi', undefined, false],
])('decides about a request for %s', (_, permission, mediaTypes, isGranted) => {
  expect(mayTake(permission, mediaTypes === undefined ? {} : { mediaTypes })).toBe(isGranted);
});

test('says that a page has the microphone, not the camera, nor a device of an unknown kind', () => {
  expect(['audio', 'video', 'unknown'].map((mediaType) => mayHave('media', { mediaType }))).toEqual([
    true,
    false,
    false,
  ]);
  expect(mayHave('media', {})).toBe(false);
  expect(mayHave('fullscreen', {})).toBe(true);
  expect(mayHave('geolocation', {})).toBe(false);
});
