/** Voice messages: form, name, and why a browser cannot record one. */
import { expect, test } from 'vitest';
import { duration, recordingFormat, voiceName, whyNoVoice } from './voice-format.ts';

test('records in the form that most browsers play', () => {
  expect(recordingFormat(() => true)?.ending).toBe('m4a');
  expect(recordingFormat((type) => type.startsWith('audio/webm'))?.ending).toBe('webm');
  expect(recordingFormat(() => false)).toBeUndefined();
});

test('names the file by its day and time, and counts minutes', () => {
  expect(voiceName(new Date(2026, 10, 7, 9, 5), 'ogg')).toBe('voice-message-2026-11-07-0905.ogg');
  expect([0, 67, 600].map(duration)).toEqual(['0:00', '1:07', '10:00']);
});

test('says why a browser cannot record', () => {
  const able = { isSecure: true, hasMicrophone: true, hasFormat: true };
  expect(whyNoVoice(able)).toBeNull();
  expect(whyNoVoice({ ...able, isSecure: false, hasMicrophone: false })).toContain('secure connection');
  expect(whyNoVoice({ ...able, hasMicrophone: false })).toBe('This browser cannot record voice messages.');
  expect(whyNoVoice({ ...able, hasFormat: false })).toBe('This browser cannot record voice messages.');
});
