/**
 * Drafts: what a user wrote and did not send, the same on all of the user's clients. Owns `drafts`.
 * contract: Draft and edit-draft.
 */
import type { components } from '../../contract/types.ts';
import { badRequest, checking, doesNotExist, expectationMismatch, invalidParameter } from '../../errors.ts';
import { toUser } from '../../events/audience.ts';
import type { Acting, Viewing } from '../acting.ts';
import { accessChannel } from '../channels/access.ts';
import type { StateParts } from '../initial-state.ts';
import { userSetting } from '../users/settings.shared.ts';
import { accessUser } from '../users/visibility.shared.ts';

export type DraftWire = components['schemas']['Draft'];

/** A draft as a client sends it: without `id`. */
export interface DraftInput {
  type: '' | 'stream' | 'private';
  to: number[];
  topic: string;
  content: string;
  /** Seconds; the server's time when absent. */
  timestamp?: number;
}

interface DraftRow {
  id: number;
  user_id: number;
  type: DraftInput['type'];
  recipients: string;
  topic: string;
  content: string;
  timestamp: number;
}

// Far more than anybody writes; it keeps a broken client from filling the disk.
const maxDrafts = 1000;
/** Bytes of text of all drafts of a user together: each registration has them. */
const maxTextBytes = 1024 * 1024;
const truncatedMark = '\n[message truncated]';

/** The caller's drafts, newest edit first. */
export function draftsWire({ db, user }: Viewing): DraftWire[] {
  return db
    .all<DraftRow>('SELECT * FROM drafts WHERE user_id = ? ORDER BY timestamp DESC, id DESC', user.id)
    .map(draftWire);
}

/** @returns the ids of the new drafts, in the order sent. @throws ApiError BAD_REQUEST. */
export function createDrafts(acting: Acting, inputs: readonly DraftInput[]): number[] {
  checkSynchronized(acting);
  const { db, tx, user } = acting;
  const kept = db.get<{ count: number }>('SELECT count(*) AS count FROM drafts WHERE user_id = ?', user.id)?.count ?? 0;
  if (kept + inputs.length > maxDrafts)
    throw invalidParameter('drafts', `A user can have at most ${maxDrafts} drafts.`);
  checkRoom(acting, 'drafts', inputs);
  const rows = inputs.map((input) => {
    const { type, recipients, topic, content, timestamp } = checked(acting, input);
    const { lastId } = tx.run(
      'INSERT INTO drafts (user_id, type, recipients, topic, content, timestamp) VALUES (?, ?, ?, ?, ?, ?)',
      user.id,
      type,
      recipients,
      topic,
      content,
      timestamp,
    );
    return accessDraft(acting, lastId);
  });
  if (rows.length > 0) acting.announce({ type: 'drafts', op: 'add', drafts: rows.map(draftWire) }, toUser(user.id));
  return rows.map((row) => row.id);
}

/**
 * Replaces a draft.
 * @param previous what the caller knows of its words; undefined = whatever they are.
 * @throws ApiError BAD_REQUEST when the caller has no such draft, EXPECTATION_MISMATCH when another device has changed it since.
 */
export function editDraft(acting: Acting, id: number, input: DraftInput, previous?: string): void {
  checkSynchronized(acting);
  const before = accessDraft(acting, id);
  checkKnown(acting, before, previous);
  checkRoom(acting, 'draft', [input], before);
  const { type, recipients, topic, content, timestamp } = checked(acting, input);
  acting.tx.run(
    'UPDATE drafts SET type = ?, recipients = ?, topic = ?, content = ?, timestamp = ? WHERE id = ?',
    type,
    recipients,
    topic,
    content,
    timestamp,
    id,
  );
  acting.announce({ type: 'drafts', op: 'update', draft: draftWire(accessDraft(acting, id)) }, toUser(acting.user.id));
}

/** @param previous as for `editDraft`. @throws ApiError as `editDraft` */
export function deleteDraft(acting: Acting, id: number, previous?: string): void {
  checkKnown(acting, accessDraft(acting, id), previous);
  acting.tx.run('DELETE FROM drafts WHERE id = ?', id);
  acting.announce({ type: 'drafts', op: 'remove', draft_id: id }, toUser(acting.user.id));
}

/** @param before the draft that is replaced: making one shorter is never refused. @throws ApiError BAD_REQUEST */
function checkRoom(
  { db, user }: Acting,
  parameter: 'draft' | 'drafts',
  inputs: readonly DraftInput[],
  before?: DraftRow,
): void {
  const kept =
    db.get<{ bytes: number }>(
      'SELECT coalesce(sum(length(CAST(content AS BLOB))), 0) AS bytes FROM drafts WHERE user_id = ?',
      user.id,
    )?.bytes ?? 0;
  const added =
    inputs.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) - Buffer.byteLength(before?.content ?? '');
  if (added > 0 && kept + added > maxTextBytes)
    throw invalidParameter(
      parameter,
      'The text of all drafts of a user can have at most 1 MB. Delete or send some first.',
    );
}

/** Two devices may write at once: a user who has not read the other's words does not write over them. */
function checkKnown(acting: Acting, { content }: DraftRow, previous: string | undefined): void {
  if (previous !== undefined && keptContent(acting, previous) !== content) throw expectationMismatch('prev_content');
}

function accessDraft({ db, user }: Viewing, id: number): DraftRow {
  const row = db.get<DraftRow>('SELECT * FROM drafts WHERE id = ? AND user_id = ?', id, user.id);
  if (row === undefined) throw doesNotExist('Draft does not exist');
  return row;
}

function checkPlace(acting: Acting, input: DraftInput, to: readonly number[]): void {
  if (input.type === 'stream') {
    const [channelId] = to;
    if (channelId === undefined || input.to.length !== 1)
      throw badRequest('Must specify exactly one channel ID for channel messages');
    accessChannel(acting, channelId);
  }
  if (input.type === 'private') for (const id of to) accessUser(acting, id);
}

/** The rules of the Draft object: who it may be addressed to, and lengths. */
function checked(acting: Acting, input: DraftInput): Omit<DraftRow, 'id' | 'user_id'> {
  const { limits } = acting.services.options;
  const to = input.type === '' ? [] : [...new Set(input.to)];
  checking('draft, drafts', () => checkPlace(acting, input, to));
  return {
    type: input.type,
    recipients: JSON.stringify(to),
    topic: input.type === 'stream' ? shortened(input.topic.trim(), limits.maxTopicLength, '...') : '',
    content: keptContent(acting, input.content),
    timestamp: Math.floor(input.timestamp ?? acting.now),
  };
}

const keptContent = ({ services }: Acting, content: string): string =>
  shortened(content.trimEnd(), services.options.limits.maxMessageLength, truncatedMark);

/** A draft that is too long is still worth keeping: its end goes, the rest stays. */
function shortened(text: string, limit: number, mark: string): string {
  const letters = [...text];
  return letters.length <= limit ? text : letters.slice(0, limit - mark.length).join('') + mark;
}

/** Whether the user keeps drafts on the server. */
function isSynchronized({ db, user }: Viewing): boolean {
  return userSetting(db, user, 'enable_drafts_synchronization') === true;
}

function checkSynchronized(viewing: Viewing): void {
  if (!isSynchronized(viewing)) throw badRequest('User has disabled synchronizing drafts.');
}

function draftWire(row: DraftRow): DraftWire {
  return {
    id: row.id,
    type: row.type,
    to: JSON.parse(row.recipients) as number[],
    topic: row.topic,
    content: row.content,
    timestamp: row.timestamp,
  };
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const draftsState: StateParts = {
  drafts: (viewing) => ({ drafts: isSynchronized(viewing) ? draftsWire(viewing) : [] }),
};
