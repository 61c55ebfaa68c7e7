/** Queries of the audit log: the newest entries that match, and older ones on demand. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditEntryWire } from '../../../../server/contract/shapes/audit-log.ts';
import type { ParamsOf } from '../../../client/api.ts';
import { request } from '../../../client/request.ts';

export type AuditEntry = AuditEntryWire;

export interface AuditFilter {
  text: string;
  /** Id of a user, as the picker has it. */
  person: string | null;
  kind: AuditKind | null;
  /** "2026-11-03", days of the reader; '' = any. */
  from: string;
  to: string;
}

export const firstFilter: AuditFilter = { text: '', person: null, kind: null, from: '', to: '' };

type Wanted = Omit<ParamsOf<'GET', '/console/audit_log'>, 'before' | 'limit'>;

export type AuditKind = NonNullable<Wanted['kind']>;

/** As the server wants it. The last day counts to its end. */
function paramsOf({ text, person, kind, from, to }: AuditFilter): Wanted {
  const secondsAt = (day: string, time: string): number => Math.floor(Date.parse(`${day}T${time}`) / 1000);
  return {
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(person !== null && { user_id: Number(person) }),
    ...(kind !== null && { kind }),
    ...(from !== '' && { since: secondsAt(from, '00:00:00') }),
    ...(to !== '' && { until: secondsAt(to, '23:59:59') }),
  };
}

export function auditLogQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit-log', filter],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam, signal }) =>
      request('GET', '/console/audit_log', { ...paramsOf(filter), before: pageParam }, signal),
    getNextPageParam: ({ entries, has_more: hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
  });
}

/** Where the browser saves what is shown as a file. */
export function exportAddress(filter: AuditFilter, format: 'csv' | 'json'): string {
  const query = Object.entries(paramsOf(filter)).map(([name, value]) => [name, String(value)]);
  return `/api/v1/console/audit_log/export?${new URLSearchParams([...query, ['format', format]])}`;
}
