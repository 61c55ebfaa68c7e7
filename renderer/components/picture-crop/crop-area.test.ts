/** The part of a picture that is sent: the file itself, or what was cut out of it. */
import { expect, test } from 'vitest';
import { drawnName, drawnSide, drawnType, isUncropped, zoomAfterKey } from './crop-area.ts';

const square = { width: 400, height: 400 };
const wide = { width: 600, height: 400 };

test('sends a square file as it is when nothing is cut off, also after rounding', () => {
  expect(isUncropped({ picture: square, area: { x: 0, y: 0, ...square } }, false)).toBe(true);
  expect(isUncropped({ picture: square, area: { x: 0.6, y: 0, width: 399.5, height: 399.5 } }, true)).toBe(true);
});

test('sends another file as it is only where the server cuts the same middle', () => {
  const middle = { picture: wide, area: { x: 100, y: 0, width: 400, height: 400 } };
  expect(isUncropped(middle, true)).toBe(true);
  expect(isUncropped(middle, false)).toBe(false);
});

test.each([
  ['moved', { x: 40, y: 0, width: 400, height: 400 }],
  ['zoomed', { x: 100, y: 0, width: 200, height: 200 }],
  ['moved and zoomed', { x: 300, y: 100, width: 300, height: 300 }],
])('sends a part where the picture was %s', (_, area) => {
  expect(isUncropped({ picture: wide, area }, true)).toBe(false);
});

test('zooms by + and -, within limits, and leaves other keys alone', () => {
  expect(zoomAfterKey('+', 1)).toBeCloseTo(1.2);
  expect(zoomAfterKey('=', 1)).toBeCloseTo(1.2);
  expect(zoomAfterKey('-', 2)).toBeCloseTo(1.8);
  expect(zoomAfterKey('-', 1)).toBe(1);
  expect(zoomAfterKey('+', 5)).toBe(5);
  expect(zoomAfterKey('ArrowLeft', 2)).toBe(2);
});

test('draws no more pixels than there are or are of use', () => {
  expect(drawnSide({ x: 0, y: 0, width: 320.4, height: 320.4 }, 1000)).toBe(320);
  expect(drawnSide({ x: 0, y: 0, width: 4000, height: 4000 }, 1000)).toBe(1000);
  expect(drawnSide({ x: 0, y: 0, width: 0.2, height: 0.2 }, 1000)).toBe(1);
});

test('keeps photos photos, and what is transparent transparent', () => {
  expect(drawnType('image/jpeg')).toBe('image/jpeg');
  for (const type of ['image/png', 'image/gif', 'image/webp', 'image/svg+xml', ''])
    expect(drawnType(type)).toBe('image/png');
  expect(drawnName('me.at.work.gif', 'image/png')).toBe('me.at.work.png');
  expect(drawnName('photo', 'image/jpeg')).toBe('photo.jpg');
  expect(drawnName('.png', 'image/png')).toBe('.png.png');
});
