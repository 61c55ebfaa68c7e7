/** The facts of every operation: those that its file states (`<name>.facts.ts`), and the defaults that follow from its declaration. */
import { readdirSync } from 'node:fs';
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import type { Field } from '../testing/life/life.ts';
import type { Audit, Examples, Facts, OperationFacts, SharedFacts } from './facts.ts';

const api = new URL('../api/', import.meta.url);
const ending = '.facts.ts';

interface FactsFile {
  /** The file of server/api that it is about: "channels", "console/backups". */
  name: string;
  facts: Facts;
  shared?: SharedFacts;
  examples?: Examples;
  declared: readonly ApiEndpoint[];
}

export const factsFiles: readonly FactsFile[] = await Promise.all(
  readdirSync(api, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(ending))
    .toSorted()
    .map(async (path) => {
      const name = path.slice(0, -ending.length);
      const stated = (await import(new URL(path, api).href)) as Omit<FactsFile, 'name' | 'declared'>;
      const declaring = (await import(new URL(`${name}.ts`, api).href)) as Record<string, unknown>;
      return { ...stated, name, declared: Object.values(declaring).filter(isEndpoint) };
    }),
);

function isEndpoint(exported: unknown): exported is ApiEndpoint {
  return typeof exported === 'object' && exported !== null && 'run' in exported && 'path' in exported;
}

export const operationOf = ({ method, prefix, path }: ApiEndpoint): string =>
  `${method} ${prefix === '' ? '!' : ''}${path}`;

/** Examples of parameters that one file alone has. */
export const ownExamples: Examples = Object.assign({}, ...factsFiles.map(({ examples }) => examples)) as Examples;

const stated = new Map(
  factsFiles.flatMap(({ facts, shared, declared }) =>
    declared.map((endpoint) => {
      const operation = operationOf(endpoint);
      return [operation, { ...(endpoint.method !== 'GET' && shared), ...facts[operation] }] as const;
    }),
  ),
);

/** What files state of an operation: no defaults. */
export const statedFacts = (endpoint: ApiEndpoint): OperationFacts => stated.get(operationOf(endpoint)) ?? {};

/** Whether an operation changes only what is private to an account: the audit log has nothing of it. */
const isPrivateChange = ({ method, access, personal }: ApiEndpoint): boolean =>
  method !== 'GET' && personal !== false && access !== 'anonymous' && access !== 'administrator' && access !== 'owner';

/** What the audit log has of an operation by default; undefined where facts have to say it. */
export const defaultAudit = (endpoint: ApiEndpoint): readonly string[] | undefined =>
  isPrivateChange(endpoint) ? [] : undefined;

/** @returns what the audit log has of an operation; undefined where neither facts nor declaration say it. */
export const auditOf = (endpoint: ApiEndpoint): Audit | undefined =>
  statedFacts(endpoint).audit ?? defaultAudit(endpoint);

/** @returns why the random life has no act of an operation; undefined where it has to have one. */
export function lifelessReason(endpoint: ApiEndpoint): string | undefined {
  const { life } = statedFacts(endpoint);
  return typeof life === 'string' ? life : undefined;
}

/** The acts that facts add to the random life, by operation. */
export function fieldsOfFacts(): Record<string, Field> {
  const fields = [...stated].flatMap(([operation, { life }]) =>
    typeof life === 'function' ? [[operation, life]] : [],
  );
  return Object.fromEntries(fields) as Record<string, Field>;
}
