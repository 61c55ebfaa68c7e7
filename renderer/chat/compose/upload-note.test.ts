/** What is said of a file on its way. */
import { expect, it } from 'vitest';
import { fileSize, uploadNote } from './upload-note.ts';

it('names sizes as people do', () => {
  expect([0, 999, 212_000, 1_240_000, 48_000_000, 1_200_000_000].map(fileSize)).toEqual([
    '0 B',
    '999 B',
    '212 kB',
    '1.2 MB',
    '48 MB',
    '1.2 GB',
  ]);
});

it('says how far it is, and how long it takes once that can be reported', () => {
  const upload = { size: 48_000_000, sent: 12_000_000, state: 'sending' } as const;
  expect(uploadNote({ ...upload, elapsedMs: 1000 })).toBe('12 MB of 48 MB');
  expect(uploadNote({ ...upload, elapsedMs: 10_000 })).toBe('12 MB of 48 MB · 30 seconds left');
  expect(uploadNote({ ...upload, elapsedMs: 100_000 })).toBe('12 MB of 48 MB · 5 minutes left');
  expect(uploadNote({ ...upload, state: 'paused', elapsedMs: 10_000 })).toBe(
    '12 MB of 48 MB · resumes when the server is reachable',
  );
  expect(uploadNote({ ...upload, state: 'waiting', sent: 0, elapsedMs: 0 })).toBe('Waiting · 48 MB');
});
