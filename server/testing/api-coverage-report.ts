/** API coverage report of the tests, operation by operation, and where the contract, the declarations and the tests disagree. */
import { answerSchemaOf } from '../api/console/answers.ts';
import { endpoints } from '../api/index.ts';
import { callers } from '../spec/facts.ts';
import { wholeTable } from '../spec/permission-rows.ts';
import { operationKey, type Tried } from './api-coverage.ts';
import { contractOperations } from './contract.ts';

const keyOf = (operation: string): string => {
  const [method = '', path = ''] = operation.split(' ');
  return operationKey(method, path.replace(/^!/, ''));
};

/** What other servers answer: the contract describes what an outgoing webhook sends them. */
const ofOthers = new Set(['POST /service-outgoing-webhook']);
const inContract = new Set(contractOperations.filter((operation) => !ofOthers.has(operation)).map(keyOf));

export interface ApiCoverage {
  /** An operation each, of several lines. */
  operations: string[];
  totals: { ofContract: number; answered: number; own: number; calls: number; events: number };
  /** What keeps it from being whole; nothing where it is. */
  missing: string[];
}

/** @param declared the endpoints of the server. */
export async function apiCoverage(tried: Tried, declared = endpoints): Promise<ApiCoverage> {
  const rows = wholeTable(declared);
  const rowCounts = new Map<string, number>();
  for (const row of rows) rowCounts.set(keyOf(row.operation), (rowCounts.get(keyOf(row.operation)) ?? 0) + 1);
  const operations = declared.map((endpoint) => {
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
  return {
    operations: operations.map(({ name, answer, isAnswered, refusals, rows: count, events }) =>
      [
        name,
        `  answers: as the ${answer} says`.replace('the a', 'a'),
        `  tested:  ${isAnswered ? 'success' : 'no success'}${refusals.map((code) => `, ${code}`).join('')}`,
        `  roles:   ${count * callers.length} calls`,
        `  events:  ${events.join(', ') || 'none seen'}`,
        '',
      ].join('\n'),
    ),
    totals: {
      ofContract: inContract.size,
      answered: [...inContract].filter((key) => operations.some((one) => one.isAnswered && one.keys.includes(key)))
        .length,
      own: operations.filter((one) => !one.isOfContract).length,
      calls: rows.length * callers.length,
      events: new Set(operations.flatMap(({ events }) => events)).size,
    },
    missing,
  };
}
