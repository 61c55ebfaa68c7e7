/** The long form of the crash test: `npm run crash -- --rounds 100 --seed 1`. */
import { parseArgs } from 'node:util';
import { runCrashRounds } from './harness.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const report = await runCrashRounds({ rounds: Number(values.rounds), seed: Number(values.seed), log: say });
const { problems, ...counts } = report;
for (const [name, value] of Object.entries(counts)) say(`${name.padEnd(20)} ${value}`);
for (const problem of problems) say(`PROBLEM ${problem}`);
say(problems.length === 0 ? 'Nothing acknowledged was lost.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
