/**
 * `npm run coverage:api`: each operation of the API with who says what it answers, what the tests of the last `npm test` had from
 * it, for how many callers its permissions are tried, and which events it was seen to cause. With `--check`, which `npm test` uses, it
 * prints the totals and what is missing. Fails when an operation of the contract has no endpoint, no permission rows, or was never
 * answered with success and with a refusal.
 */
import { endpoints } from '../api/index.ts';
import { answerSchemaOf } from '../api/console/answers.ts';
import { callers, permissionRows } from '../spec/permission-rows.ts';
import { operationKey, readTried } from './api-coverage.ts';
import { contractOperations } from './contract.ts';

const tried = readTried();
if (tried.size === 0) {
  process.stderr.write('No tests have run here yet: `npm test` writes down what they try.\n');
  process.exit(1);
}

const rows = [...(await permissionRows()).values()].flat();
const keyOf = (operation: string): string => {
  const [method = '', path = ''] = operation.split(' ');
  return operationKey(method, path.replace(/^!/, ''));
};
const rowCounts = new Map<string, number>();
for (const row of rows) rowCounts.set(keyOf(row.operation), (rowCounts.get(keyOf(row.operation)) ?? 0) + 1);
/** What other servers answer: the contract describes what an outgoing webhook sends them. */
const ofOthers = new Set(['POST /service-outgoing-webhook']);
const inContract = new Set(contractOperations.filter((operation) => !ofOthers.has(operation)).map(keyOf));

const operations = endpoints.map((endpoint) => {
  const keys = [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => operationKey(endpoint.method, path));
  const seen = keys.flatMap((key) => tried.get(key) ?? []);
  const outcomes = new Set(seen.flatMap((one) => [...one.outcomes]));
  const isOfContract = keys.some((key) => inContract.has(key));
  return {
    name: `${endpoint.method} ${endpoint.path}`,
    keys,
    isOfContract,
    mayRefuse: endpoint.access !== 'anonymous' || Object.keys(endpoint.params).length > 0,
    answer:
      endpoint.answer === 'file'
        ? 'a file'
        : answerSchemaOf(endpoint) === null
          ? 'nobody'
          : isOfContract
            ? 'contract'
            : 'declaration',
    isAnswered: outcomes.has('ok') || endpoint.answer === 'file',
    refusals: [...outcomes].filter((code) => code !== 'ok').toSorted(),
    rows: keys.reduce((sum, key) => sum + (rowCounts.get(key) ?? 0), 0),
    events: [...new Set(seen.flatMap((one) => [...one.events]))].toSorted(),
  };
});

const endpointKeys = new Set(operations.flatMap(({ keys }) => keys));
const missing = [
  ...[...inContract].filter((key) => !endpointKeys.has(key)).map((key) => `${key}: no endpoint`),
  ...operations.flatMap(({ name, isOfContract, mayRefuse, answer, isAnswered, refusals, rows: count }) => [
    ...(answer === 'nobody' ? [`${name}: nobody says what it answers`] : []),
    ...(count === 0 ? [`${name}: no permission rows`] : []),
    ...(isOfContract && !isAnswered ? [`${name}: no test had a success`] : []),
    ...(isOfContract && mayRefuse && refusals.length === 0 ? [`${name}: no test had a refusal`] : []),
  ]),
];

if (!process.argv.includes('--check'))
  for (const { name, answer, isAnswered, refusals, rows: count, events } of operations)
    process.stdout.write(
      [
        name,
        `  answers: as the ${answer} says`.replace('the a', 'a'),
        `  tested:  ${isAnswered ? 'success' : 'no success'}${refusals.map((code) => `, ${code}`).join('')}`,
        `  roles:   ${count * callers.length} calls`,
        `  events:  ${events.join(', ') || 'none seen'}`,
        '',
      ].join('\n'),
    );
const of = inContract.size;
const answered = [...inContract].filter((key) =>
  operations.some((one) => one.isAnswered && one.keys.includes(key)),
).length;
const kinds = new Set(operations.flatMap(({ events }) => events));
process.stdout.write(
  `${of} operations of the contract, ${answered} answered with success in tests; ${operations.filter((one) => !one.isOfContract).length} of Hearth's own; ` +
    `${rows.length * callers.length} calls by role; ${kinds.size} kinds of events.\n`,
);
for (const line of missing) process.stdout.write(`${line}\n`);
process.exitCode = missing.length === 0 ? 0 : 1;
