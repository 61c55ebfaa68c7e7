/** Status text of a running upload. */
import { expect, it } from 'vitest';
import { uploadNote } from './upload-note.ts';

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
