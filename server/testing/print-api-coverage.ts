/**
 * `npm run coverage:api`: each operation of the API with who says what it answers, what the tests of the last `npm test` had from
 * it, for how many callers its permissions are tried, and which events it was seen to cause. With `--check`, which `npm test` uses, it
 * prints the totals and what is missing. Fails when an operation of the contract has no endpoint, no permission rows, or was never
 * answered with success and with a refusal.
 */
import { apiCoverage } from './api-coverage-report.ts';
import { readTried } from './api-coverage.ts';

const tried = readTried();
if (tried.size === 0) {
  process.stderr.write('No tests have run here yet: `npm test` writes down what they try.\n');
  process.exit(1);
}

const { operations, totals, missing } = await apiCoverage(tried);
if (!process.argv.includes('--check')) for (const operation of operations) process.stdout.write(operation);
const { ofContract, answered, own, calls, events } = totals;
process.stdout.write(
  `${ofContract} operations of the contract, ${answered} answered with success in tests; ${own} of Hearth's own; ` +
    `${calls} calls by role; ${events} kinds of events.\n`,
);
for (const line of missing) process.stdout.write(`${line}\n`);
process.exitCode = missing.length === 0 ? 0 : 1;
