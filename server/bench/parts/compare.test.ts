/** Falls are reported, by the ratio where there is one, and in the direction that a goal has. */
import { expect, test } from 'vitest';
import { fallsSince, type Compared } from './compare.ts';

const line = (name: string, goal: string, value: number, ratio: number | null): Compared => ({
  name,
  value,
  ratio,
  goal,
});

test('what is worse by 30 % is reported, what is better or about the same is not', () => {
  const kept = [
    line('delivery (bare Koa 40)', 'at most 2x bare node', 100, 2),
    line('pages (bare Koa 457)', 'at least 0.045 of bare node', 800, 0.05),
    line('register', '< 30 ms', 20, null),
    line('start', '<= 600 ms', 500, 3),
  ];
  const now = [
    // The machine is slower, and we are not.
    line('delivery (bare Koa 90)', 'at most 2x bare node', 220, 2.2),
    line('pages (bare Koa 400)', 'at least 0.045 of bare node', 900, 0.03),
    line('register', '< 30 ms', 27, null),
    line('start', '<= 600 ms', 400, 2.5),
    line('new', 'shown', 1, null),
  ];
  expect(fallsSince(kept, now)).toEqual([
    'pages: 1.67 times worse (0.0500, now 0.0300)',
    'register: 1.35 times worse (20.0, now 27.0)',
  ]);
  expect(fallsSince(now, now)).toEqual([]);
});

test('a goal says which way is better, however it is put', () => {
  const commits = 'commits a second during the compaction';
  const kept = [
    line(commits, 'value > 1000', 3000, 3),
    line('one writer', 'ratio >= 1', 900, 1),
    line('pause', 'value < 50', 20, 1),
    line('reached', 'all', 5000, null),
  ];
  const now = [
    line(commits, 'value > 1000', 1500, 1.5),
    line('one writer', 'ratio >= 1', 1800, 2),
    line('pause', 'value < 50', 10, 0.5),
    line('reached', 'all', 2500, null),
  ];
  expect(fallsSince(kept, now)).toEqual([
    `${commits}: 2.00 times worse (3.00, now 1.50)`,
    'reached: 2.00 times worse (5000, now 2500)',
  ]);
});

test('nothing lost is no fall where nothing was, nor is what was not run', () => {
  const kept = [line('lost', 'none', 0, null), line('reference', '>= 1', NaN, NaN), line('idle', '<= 100 MiB', 90, 2)];
  const asRead = JSON.parse(JSON.stringify(kept)) as Compared[];
  expect(fallsSince(asRead, kept)).toEqual([]);
  expect(fallsSince(asRead, [line('reference', '>= 1', 5, 1), line('idle', '<= 100 MiB', NaN, NaN)])).toEqual([]);
  expect(fallsSince(asRead, [line('lost', 'none', 3, null)])).toHaveLength(1);
});
