/**
 * The rows of the permission table. The `access` of an operation's declaration implies its first row; its facts (facts.ts) have the rows
 * that deviate. permissions.test.ts makes all these calls, and keeps permissions.md, the whole table, up to date.
 */
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { belowAdministrators, belowOwners, withoutAccount, type Refused } from './facts.ts';
import { factsFiles, operationOf } from './operation-facts.ts';
import type { Actor, Scene } from './scene.ts';
import type { Params } from './send.ts';

export interface PermissionRow {
  /** "POST /channels/create"; a path that starts with "!" is outside /api/v1. */
  operation: string;
  /**
   * On what it is tried. Without one it is the valid call of calls.ts: on things of one's own where people have things of their
   * own; otherwise on what `member` made, or what all share.
   */
  circumstance?: string;
  /** The parameters that make the circumstance, in place of those of the valid call. */
  params?: (scene: Scene, who: Actor) => Params;
  refused: Refused;
}

/** Callers whom the access of a declaration refuses; where there is no entry, facts have to say it. */
const impliedRefusals: Partial<Record<ApiEndpoint['access'], Refused>> = {
  authenticated: withoutAccount,
  administrator: belowAdministrators,
  owner: belowOwners,
};

/** The row that a declaration implies: of the valid call. */
export function impliedRow(endpoint: ApiEndpoint): PermissionRow | undefined {
  const refused = endpoint.anonymous === undefined ? impliedRefusals[endpoint.access] : undefined;
  return refused && { operation: operationOf(endpoint), refused };
}

/** Whether a row is about the valid call of an operation. */
export const isPlain = (row: PermissionRow, operation: string): boolean =>
  row.operation === operation && row.circumstance === undefined;

/** @returns the stated rows, and those that declarations imply where no stated row is about the valid call. */
export function wholeTable(
  endpoints: readonly ApiEndpoint[],
  stated: readonly PermissionRow[] = statedRows,
): PermissionRow[] {
  const implied = endpoints.flatMap((endpoint) => impliedRow(endpoint) ?? []);
  return [...implied.filter(({ operation }) => !stated.some((row) => isPlain(row, operation))), ...stated];
}

/** The rows that facts state. */
export const statedRows: readonly PermissionRow[] = factsFiles.flatMap(({ facts }) =>
  Object.entries(facts).flatMap(([operation, { refused, circumstances = {} }]) => [
    ...(refused === undefined ? [] : [{ operation, refused }]),
    ...Object.entries(circumstances).map(([circumstance, row]) => ({ operation, circumstance, ...row })),
  ]),
);
