/**
 * Presence: when users were last there, in the modern and the legacy format, and telling others that someone came
 * (contract: update-presence, get-presence, ModernPresenceFormat). Owns the table `presence`.
 * Users in invisible mode (`presence_enabled` false) are reported to no one.
 */
import { daySecs } from '../../durations.ts';
import { badRequest } from '../../errors.ts';
import { everyone } from '../../events/audience.ts';
import { hashToken } from '../../secrets.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting, SystemActing, SystemViewing, Viewing } from '../acting.ts';
import type { StateParts } from '../initial-state.ts';
import { organizationSetting } from '../organization/rows.ts';
import { isRecent, presentSecs } from '../users/activity.shared.ts';
import { isVisitor, type UserRow } from '../users/rows.ts';
import { userSetting } from '../users/settings.shared.ts';
import { audienceOf, visibleUserIds } from '../users/visibility.shared.ts';
import { keepStretch, type Status } from './history.ts';

export interface PresenceRow {
  user_id: number;
  active_timestamp: number | null;
  idle_timestamp: number | null;
  /** Rises with every report of anybody: what `last_update_id` is compared with. */
  update_id: number;
  /** Which clients reported the user active of late (`afterActive`). */
  client: string;
}

/** Keyed by user id. A user who was never active has an `active_timestamp` of 0. */
export interface ModernPresence {
  active_timestamp: number;
  idle_timestamp: number;
}

export interface LegacyPresence {
  client: 'website';
  status: 'active' | 'idle';
  timestamp: number;
  pushable?: false;
}

/** Reports of the default history, days (spec: Limits). */
export const defaultHistoryDays = 14;
/** How much longer than the threshold someone looks to have been gone who stops sharing their presence, in seconds. */
const surelyGone = 120;

const findPresence = (db: Reader, userId: number): PresenceRow | undefined =>
  db.get<PresenceRow>('SELECT * FROM presence WHERE user_id = ?', userId);

const lastUpdateId = (db: Reader): number =>
  db.get<{ id: number | null }>('SELECT max(update_id) AS id FROM presence')?.id ?? 0;

/** The two times; who was never seen idle was last idle when they were last active. */
export function modernPresence(row: PresenceRow): ModernPresence {
  const active = row.active_timestamp ?? 0;
  return { active_timestamp: active, idle_timestamp: row.idle_timestamp ?? active };
}

/** One status, that of the last report which counts, and its time. */
export function statusOf(row: PresenceRow): { status: Status; timestamp: number } {
  const { active_timestamp: active, idle_timestamp: idle } = modernPresence(row);
  return active > 0 && (reportedActive(row.client) ?? active >= idle)
    ? { status: 'active', timestamp: active }
    : { status: 'idle', timestamp: idle };
}

/** One client stands for all that the user has. */
export function legacyPresence(row: PresenceRow): Record<'aggregated' | 'website', LegacyPresence> {
  const entry = { client: 'website', ...statusOf(row) } as const;
  return { aggregated: entry, website: { ...entry, pushable: false } };
}

/** Whether anything is reported about when the user is there: neither of one in invisible mode, nor where the organization has no presence. */
export const sharesPresence = (db: Reader, user: UserRow): boolean =>
  !organizationSetting(db, 'presence_disabled') && userSetting(db, user, 'presence_enabled');

/**
 * Takes a client's report. Others are informed when the user comes and when their status changes, not with every report.
 * Nothing is kept of users in invisible mode, nor where the organization has no presence.
 * @param client a text that distinguishes the user's clients.
 */
export function reportPresence(acting: Acting, status: Status, client = acting.client): void {
  const { db, user, now } = acting;
  if (!sharesPresence(db, user)) return;
  const before = findPresence(db, user.id);
  const wasOffline = !isRecent(before?.idle_timestamp ?? 0, now);
  const reporters = before?.client ?? '';
  const row = storePresence(acting, user, {
    active: status === 'active' ? now : (before?.active_timestamp ?? null),
    idle: now,
    reporters: status === 'active' ? afterActive(reporters, client, now) : afterIdle(reporters, client, now),
  });
  const isChanged = before !== undefined && statusOf(row).status !== statusOf(before).status;
  if (wasOffline || isChanged) announce(acting, user, row);
  keepStretch(acting, statusOf(row).status);
}

function storePresence(
  acting: SystemActing,
  user: UserRow,
  at: { active: number | null; idle: number; reporters: string },
): PresenceRow {
  const row = {
    user_id: user.id,
    active_timestamp: at.active,
    idle_timestamp: at.idle,
    update_id: lastUpdateId(acting.db) + 1,
    client: at.reporters,
  };
  acting.tx.run(
    `INSERT INTO presence (user_id, active_timestamp, idle_timestamp, update_id, client) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET active_timestamp = excluded.active_timestamp, idle_timestamp = excluded.idle_timestamp,
       update_id = excluded.update_id, client = excluded.client`,
    row.user_id,
    row.active_timestamp,
    row.idle_timestamp,
    row.update_id,
    row.client,
  );
  return row;
}

/** The `presence` event in its fullest form; each queue gets the part it reads. */
function announce(acting: SystemActing, user: UserRow, row: PresenceRow): void {
  acting.announce(
    {
      type: 'presence',
      presences: { [user.id]: modernPresence(row) },
      user_id: user.id,
      email: user.email,
      server_timestamp: acting.nowMs / 1000,
      presence: { website: legacyPresence(row).website as LegacyPresence & { pushable: false } },
    },
    acting.services.options.canAccessAllUsersGroupLimitsPresence ? audienceOf(acting.db, user) : everyone,
  );
}

/** The user shares their presence again: they are there now. */
export function announceOnline(acting: SystemActing, user: UserRow): void {
  if (organizationSetting(acting.db, 'presence_disabled')) return;
  announce(
    acting,
    user,
    storePresence(acting, user, { active: acting.now, idle: acting.now, reporters: unknownReporter }),
  );
}

/** The user stops sharing their presence: to others they look as if they had left before the threshold. */
export function announceOffline(acting: SystemActing, user: UserRow): void {
  if (organizationSetting(acting.db, 'presence_disabled')) return;
  const long = acting.now - presentSecs - surelyGone;
  announce(acting, user, storePresence(acting, user, { active: long, idle: long, reporters: unknownReporter }));
}

/** The user signed out of the last browser: they left, unless another program reported them active just now. @param client the browser. */
export function reportGone(acting: Acting, client: string): void {
  const { db, user, now } = acting;
  const row = findPresence(db, user.id);
  if (row === undefined || !sharesPresence(db, user) || othersOf(row.client, client, now).length > 0) return;
  if (isRecent(modernPresence(row).idle_timestamp, now)) announceOffline(acting, user);
}

/** The user was signed out everywhere: no client of theirs reports any more. */
export function reportGoneEverywhere(acting: SystemActing, user: UserRow): void {
  const row = findPresence(acting.db, user.id);
  if (row === undefined || !sharesPresence(acting.db, user)) return;
  if (isRecent(modernPresence(row).idle_timestamp, acting.now)) announceOffline(acting, user);
}

export interface PresenceQuery {
  /** Only what is newer; -1 = all within the history limit; undefined = not sent. */
  lastUpdateId?: number | undefined;
  historyLimitDays: number;
  /** Modern format although `lastUpdateId` was not sent. */
  slim: boolean;
}

export interface PresenceAnswer {
  presences: Record<string, ModernPresence | Record<string, LegacyPresence>>;
  presence_last_update_id: number;
  server_timestamp: number;
}

/** Everyone's presence that the viewer may see (contract: update-presence). */
export function presenceData(viewing: Viewing, query: PresenceQuery): PresenceAnswer {
  const since = query.lastUpdateId ?? -1;
  const earliest = since > 0 ? 0 : viewing.now - query.historyLimitDays * daySecs;
  const rows = sharedPresence(viewing, since, earliest);
  const isModern = query.slim || query.lastUpdateId !== undefined;
  return {
    presences: Object.fromEntries(
      rows.map((row) => (isModern ? [row.user_id, modernPresence(row)] : [row.email, legacyPresence(row)])),
    ),
    presence_last_update_id: rows.reduce((highest, row) => Math.max(highest, row.update_id), since),
    server_timestamp: viewing.nowMs / 1000,
  };
}

/** Rows of active persons who share their presence and, unless the server is set up otherwise, whom the viewer sees. @param earliest UNIX seconds. */
function sharedPresence(viewing: Viewing, since: number, earliest: number): (PresenceRow & { email: string })[] {
  if (organizationSetting(viewing.db, 'presence_disabled') || isVisitor(viewing.user)) return [];
  const rows = viewing.db.all<PresenceRow & { email: string }>(
    `SELECT p.*, u.email FROM presence p JOIN users u ON u.id = p.user_id
     WHERE p.update_id > ? AND max(ifnull(p.active_timestamp, 0), ifnull(p.idle_timestamp, 0)) >= ?
       AND u.is_active = 1 AND u.is_bot = 0 AND ifnull(json_extract(u.settings, '$.presence_enabled'), 1) = 1
     ORDER BY p.user_id`,
    since,
    earliest,
  );
  const visible = viewing.services.options.canAccessAllUsersGroupLimitsPresence ? visibleUserIds(viewing) : null;
  return visible === null ? rows : rows.filter((row) => visible.has(row.user_id));
}

/** @throws ApiError BAD_REQUEST for bots and for users without shared presence (contract: GET /users/{user_id_or_email}/presence). */
export function userPresence(
  viewing: SystemViewing,
  user: UserRow,
): Record<string, { status: Status; timestamp: number }> {
  if (user.is_bot === 1) throw badRequest('Presence is not supported for bot users.');
  const row = findPresence(viewing.db, user.id);
  if (row === undefined || !sharesPresence(viewing.db, user) || user.is_active === 0)
    throw badRequest(`No presence data for ${user.email}`);
  const status = statusOf(row);
  return { aggregated: status, website: status };
}

// Which clients of a user reported them active of late: the column `client`, "<client>@<UNIX seconds>" for each. A client that is left
// open somewhere else does not make a user idle who is at work.

/** Seconds for which an active report holds against an idle one of another client: the pace at which clients report. */
const holdsFor = 60;
const maxReporters = 20;

/** What is written where no client reported the user active, or where it is not known which. */
const none = '';
const unknownReporter = 'website';

/** @param client a text that distinguishes the user's clients; only a hash of it is kept. */
function afterActive(reporters: string, client: string, now: number): string {
  return [...othersOf(reporters, client, now), `${keyOf(client)}@${now}`].slice(-maxReporters).join(' ');
}

/** @returns what holds after an idle report of this client: nothing, unless another one reported active of late. */
function afterIdle(reporters: string, client: string, now: number): string {
  return othersOf(reporters, client, now).join(' ');
}

/** null = not known. */
function reportedActive(reporters: string): boolean | null {
  return reporters === unknownReporter ? null : reporters !== none;
}

function othersOf(reporters: string, client: string, now: number): string[] {
  const known = reporters === unknownReporter ? [] : reporters.split(' ');
  return known.filter((entry) => {
    const [key, at] = entry.split('@');
    return key !== keyOf(client) && Math.abs(now - Number(at)) <= holdsFor;
  });
}

const keyOf = (client: string): string => hashToken(client).slice(0, 16);

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const presenceState: StateParts = {
  presence: (viewing, options) => ({
    ...presenceData(viewing, { slim: options.slimPresence, historyLimitDays: options.presenceHistoryLimitDays }),
  }),
};
