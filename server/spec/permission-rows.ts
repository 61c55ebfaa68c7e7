/**
 * The rows of the permission table. The `access` of an operation's declaration implies its first row; `<name>.permissions.ts` beside a
 * file of server/api says what differs. permissions.test.ts makes all these calls, and keeps permissions.md, the whole table, up to date.
 */
import { readdirSync } from 'node:fs';
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { operationOf } from './calls.ts';
import type { Word } from './refusals.ts';
import { actors, type Actor, type Scene } from './scene.ts';
import type { Params } from './send.ts';

/** The bot belongs to `member`; a stranger sends no credentials. */
export const callers = [...actors, 'deactivated', 'stranger'] as const;
export type Caller = (typeof callers)[number];

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
  /** With which words of refusals.ts whom is refused; everybody else may. */
  refused: Partial<Record<Caller, Word>>;
}

/** Whoever has no account, or none any more. */
export const withoutAccount = { deactivated: 'inactive', stranger: 'sign in' } as const;
/** Everybody whom an operation for administrators refuses. */
export const belowAdministrators = {
  moderator: 'administrators',
  member: 'administrators',
  guest: 'administrators',
  bot: 'administrators',
  ...withoutAccount,
} as const;
/** Everybody whom an operation for owners refuses. */
export const belowOwners = {
  administrator: 'owners',
  moderator: 'owners',
  member: 'owners',
  guest: 'owners',
  bot: 'owners',
  ...withoutAccount,
} as const;

/** Whom the access of a declaration refuses; without an entry a file of rows has to say it. */
const impliedRefusals: Partial<Record<ApiEndpoint['access'], PermissionRow['refused']>> = {
  authenticated: withoutAccount,
  administrator: belowAdministrators,
  owner: belowOwners,
};

/** The row that a declaration implies: of the valid call. */
export function impliedRow(endpoint: ApiEndpoint): PermissionRow | undefined {
  const refused = endpoint.anonymous === undefined ? impliedRefusals[endpoint.access] : undefined;
  return refused && { operation: operationOf(endpoint), refused };
}

/** What not even owners may, and with which word they are told. */
export const nobody = (word: Word): PermissionRow['refused'] => ({
  ...Object.fromEntries(actors.map((actor) => [actor, word])),
  ...withoutAccount,
});

/** Operations without credentials that refuse every caller alike. */
export const allCallers = (word: Word): PermissionRow['refused'] =>
  Object.fromEntries(callers.map((caller) => [caller, word]));

export const othersMessage = (scene: Scene): Params => ({ message_id: scene.of('other').message });
export const secretMessage = ({ ids }: Scene): Params => ({ message_id: ids.secretMessage });
export const secretChannel = ({ ids }: Scene): Params => ({ stream_id: ids.secret });

/** Whether a row is about the valid call of an operation. */
export const isPlain = (row: PermissionRow, operation: string): boolean =>
  row.operation === operation && row.circumstance === undefined;

/** @returns the written rows of all files, and what declarations imply where no written row is about the valid call. */
export function wholeTable(endpoints: readonly ApiEndpoint[], written: readonly PermissionRow[]): PermissionRow[] {
  const implied = endpoints.flatMap((endpoint) => impliedRow(endpoint) ?? []);
  return [...implied.filter(({ operation }) => !written.some((row) => isPlain(row, operation))), ...written];
}

/** @returns the rows that are written down, by the file of server/api whose operations they are about: "channels", "console/backups". */
export async function permissionRows(): Promise<Map<string, readonly PermissionRow[]>> {
  const api = new URL('../api/', import.meta.url);
  const ending = '.permissions.ts';
  const files = readdirSync(api, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(ending))
    .toSorted();
  const read = files.map(async (path) => {
    const { permissions } = (await import(new URL(path, api).href)) as { permissions: readonly PermissionRow[] };
    return [path.slice(0, -ending.length), permissions] as const;
  });
  return new Map(await Promise.all(read));
}
