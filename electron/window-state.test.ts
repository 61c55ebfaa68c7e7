/** The window opens at its last place, unless it would be out of reach there. */
import { expect, it } from 'vitest';
import { placeWindow, usualSize } from './window-state.ts';

const main = { x: 0, y: 25, width: 1440, height: 875 };
const second = { x: 1440, y: 0, width: 1920, height: 1080 };
const place = (x: number, y: number, width = 1000, height = 700) => ({ x, y, width, height, isMaximized: false });

it('opens centred with its default size, or fills a small screen', () => {
  expect(placeWindow(null, [main])).toEqual(usualSize);
  expect(placeWindow(null, [{ x: 0, y: 0, width: 1024, height: 600 }])).toEqual({ width: 1024, height: 600 });
  expect(placeWindow(null, [])).toEqual(usualSize);
});

it.each([
  ['on the main screen', place(100, 100)],
  ['on the second screen', place(2000, 200)],
  ['partly outside, with its title bar at hand', place(-800, 100)],
])('opens where it was %s', (_where, kept) => {
  expect(placeWindow(kept, [main, second])).toEqual({ x: kept.x, y: kept.y, width: 1000, height: 700 });
});

it.each([
  ['on a screen that is gone', place(2000, 200)],
  ['with only a sliver of it on the screen', place(1400, 100)],
  ['with its title bar above the screen', place(100, -200)],
  ['with its title bar below the screen', place(100, 880)],
])('comes to the middle when it was %s', (_where, kept) => {
  expect(placeWindow(kept, [main])).toEqual({ width: 1000, height: 700 });
});

it('is limited to its screen and to a minimum size', () => {
  expect(placeWindow(place(0, 30, 5000, 5000), [main])).toMatchObject({ width: 1440, height: 875 });
  expect(placeWindow(place(10, 30, 200, 20), [main])).toMatchObject({ width: 360, height: 480 });
});
