/** The long form of the soak: `npm run soak -- --minutes 10`, a look every minute. */
import { parseArgs } from 'node:util';
import { growthOf, startSoak } from './soak.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, people: { type: 'string', default: '50' } },
});
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const inMb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const minuteMs = 60_000;

say(['requests', 'alive', 'resident', 'objects'].map((head) => head.padStart(12)).join(''));
const soak = await startSoak(Number(values.people));
// What is kept of the newest requests fills up until the first look, which is no leak.
for (let n = 0; n < Math.max(2, Number(values.minutes)); n += 1) {
  const { requests, usedBytes, rssBytes, counts } = await soak.look(minuteMs);
  const objects = [...counts.values()].reduce((sum, count) => sum + count, 0);
  say([requests, inMb(usedBytes), inMb(rssBytes), objects].map((cell) => String(cell).padStart(12)).join(''));
}
const report = await soak.end();
say('\nBy constructor, what rose most from the first look to the last:');
for (const { name, from, to, perRequest } of growthOf(report).slice(0, 12))
  say(
    `${name.padEnd(32)} ${String(from).padStart(9)} -> ${String(to).padStart(9)}  ${perRequest.toFixed(4)} a request`,
  );
for (const problem of report.problems) say(`PROBLEM ${problem}`);
process.exitCode = report.problems.length === 0 ? 0 : 1;
