/** The ring of what has lately happened: bounded in number and bytes, read from any point on. */
import { expect, test } from 'vitest';
import { Ring } from './ring.ts';

const filled = (ring: Ring<{ seq: number }>, count: number, bytes: number): Ring<{ seq: number }> => {
  for (let seq = 1; seq <= count; seq += 1) ring.push({ seq }, bytes);
  return ring;
};

test('keeps the newest items, up to a number', () => {
  const ring = filled(new Ring({ maxItems: 100, maxBytes: 1e9 }), 1000, 1);
  expect([ring.size, ring.bytes]).toEqual([100, 100]);
  expect(ring.after(0, 1000).map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, i) => 901 + i));
});

test('keeps no more bytes than it may, and nothing that is larger than all of them', () => {
  const ring = filled(new Ring({ maxItems: 1000, maxBytes: 500 }), 200, 10);
  expect([ring.size, ring.bytes]).toEqual([50, 500]);
  ring.push({ seq: 201 }, 501);
  expect([ring.size, ring.bytes]).toEqual([0, 0]);
  ring.push({ seq: 202 }, 1);
  expect(ring.after(0, 10)).toEqual([{ seq: 202 }]);
});

test('gives what follows a seq, no more than asked for', () => {
  const ring = filled(new Ring({ maxItems: 1000, maxBytes: 1e9 }), 300, 1);
  expect(ring.after(298, 10)).toEqual([{ seq: 299 }, { seq: 300 }]);
  expect(ring.after(100, 2)).toEqual([{ seq: 101 }, { seq: 102 }]);
  expect(ring.after(300, 10)).toEqual([]);
});
