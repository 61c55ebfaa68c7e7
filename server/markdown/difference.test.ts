/** Differences between versions of a message: exact for edits of long texts, and bounded for texts that have nothing in common. */
import { expect, it } from 'vitest';
import { cpuCost } from '../testing/cpu-cost.ts';
import { htmlDifference } from './difference.ts';

const gone = (text: string): string => `<span class="highlight_text_deleted">${text}</span>`;
const come = (text: string): string => `<span class="highlight_text_inserted">${text}</span>`;
const words = (count: number, first: string): string =>
  Array.from({ length: count }, (_, at) => `${first}${at}`).join(' ');

it('shows one changed word of a long text, wherever it is', () => {
  const [before, after] = [words(1500, 'a'), words(1500, 'b')];
  expect(htmlDifference(`<p>${before} old ${after}</p>`, `<p>${before} new ${after}</p>`)).toBe(
    `<p>${before} ${gone('old')}${come('new')} ${after}</p>`,
  );
  expect(htmlDifference(`<p>old ${after}</p>`, `<p>new ${after}</p>`)).toBe(
    `<p>${gone('old')}${come('new')} ${after}</p>`,
  );
  expect(htmlDifference(`<p>${before}</p>`, `<p>${before} more</p>`)).toBe(`<p>${before}${come(' more')}</p>`);
  expect(htmlDifference(`<p>${before}</p>`, `<p>${before}</p>`)).toBe(`<p>${before}</p>`);
});

it('compares texts of many short words in bounded time', () => {
  const signs = (shift: number): string =>
    Array.from({ length: 1900 }, (_, at) => '.,;:!?'[(at * at + shift * at) % 6]).join('');
  const cost = cpuCost(() => htmlDifference(`<p>${signs(1)}</p>`, `<p>${signs(2)}</p>`), { enough: 20_000 });
  expect(cost).toBeLessThan(20_000);
  const some = cpuCost(() => htmlDifference(`<p>${signs(1).slice(0, 900)}</p>`, `<p>${signs(2).slice(0, 900)}</p>`), {
    enough: 30_000,
  });
  expect(some).toBeLessThan(30_000);
});
