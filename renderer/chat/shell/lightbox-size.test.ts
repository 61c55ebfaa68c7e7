/** Sizes of a picture over the view. */
import { expect, test } from 'vitest';
import { nextScale, pictureSize } from './lightbox-size.ts';

const room = { width: 1000, height: 500 };
const fits = { scale: null, turns: 0 };

test('fits a large picture into the room, and leaves a small one as it is', () => {
  expect(pictureSize({ width: 2000, height: 500 }, room, fits)).toMatchObject({ width: 1000, height: 250, scale: 0.5 });
  expect(pictureSize({ width: 100, height: 50 }, room, fits)).toMatchObject({ width: 100, height: 50, scale: 1 });
  expect(pictureSize({ width: 0, height: 0 }, room, fits)).toMatchObject({ scale: 1, image: undefined });
});

test('a picture that is turned fits with its other side', () => {
  const size = pictureSize({ width: 2000, height: 500 }, room, { scale: null, turns: -1 });
  expect(size).toEqual({ width: 125, height: 500, scale: 0.25, image: { width: 500, height: 125 } });
});

test('scales by steps, and ends at the largest and the smallest', () => {
  expect([nextScale(0.6, 1), nextScale(0.6, -1), nextScale(1, 1), nextScale(8, 1), nextScale(0.1, -1)]).toEqual([
    0.75, 0.5, 1.5, 8, 0.1,
  ]);
});
