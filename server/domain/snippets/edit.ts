/** Saved snippets: texts that a user keeps for reuse. Owns `saved_snippets`. Contract: SavedSnippet. */
import type { components } from '../../contract/types.ts';
import { badRequest, doesNotExist, invalidParameter } from '../../errors.ts';
import { toUser } from '../../events/audience.ts';
import { nameOf, unreadableAt } from '../../names.ts';
import type { Acting, Viewing } from '../acting.ts';
import type { StateParts } from '../initial-state.ts';

export type SavedSnippetWire = components['schemas']['SavedSnippet'];

export const maxSnippetTitleLength = 60;
const maxSnippets = 1000;

/** The caller's snippets, oldest first. */
export function savedSnippets({ db, user }: Viewing): SavedSnippetWire[] {
  return db.all<SavedSnippetWire>(
    'SELECT id, title, content, date_created FROM saved_snippets WHERE user_id = ? ORDER BY id',
    user.id,
  );
}

/** @returns the new snippet's id. */
export function createSavedSnippet(acting: Acting, sentTitle: string, content: string): number {
  const title = validTitle(sentTitle);
  if (savedSnippets(acting).length >= maxSnippets)
    throw badRequest(`A user can have at most ${maxSnippets} saved snippets.`);
  const { lastId: id } = acting.tx.run(
    'INSERT INTO saved_snippets (user_id, title, content, date_created) VALUES (?, ?, ?, ?)',
    acting.user.id,
    title,
    content,
    acting.now,
  );
  acting.announce(
    { type: 'saved_snippets', op: 'add', saved_snippet: accessSavedSnippet(acting, id) },
    toUser(acting.user.id),
  );
  return id;
}

function validTitle(sent: string): string {
  const title = nameOf(sent);
  if (unreadableAt(title) !== -1) throw invalidParameter('title', 'Invalid character in title.');
  return title;
}

/** Announces nothing when nothing changes. */
export function editSavedSnippet(acting: Acting, id: number, change: { title?: string; content?: string }): void {
  const before = accessSavedSnippet(acting, id);
  const title = change.title === undefined ? before.title : validTitle(change.title);
  const { content = before.content } = change;
  if (title === before.title && content === before.content) return;
  acting.tx.run('UPDATE saved_snippets SET title = ?, content = ? WHERE id = ?', title ?? '', content ?? '', id);
  acting.announce(
    { type: 'saved_snippets', op: 'update', saved_snippet: accessSavedSnippet(acting, id) },
    toUser(acting.user.id),
  );
}

/** @throws ApiError 404 for one that the caller has not */
export function deleteSavedSnippet(acting: Acting, id: number): void {
  accessSavedSnippet(acting, id);
  acting.tx.run('DELETE FROM saved_snippets WHERE id = ?', id);
  acting.announce({ type: 'saved_snippets', op: 'remove', saved_snippet_id: id }, toUser(acting.user.id));
}

function accessSavedSnippet(viewing: Viewing, id: number): SavedSnippetWire {
  const row = viewing.db.get<SavedSnippetWire>(
    'SELECT id, title, content, date_created FROM saved_snippets WHERE id = ? AND user_id = ?',
    id,
    viewing.user.id,
  );
  if (row === undefined) throw doesNotExist('Saved snippet does not exist.');
  return row;
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const snippetsState: StateParts = {
  saved_snippets: (viewing) => ({ saved_snippets: savedSnippets(viewing) }),
};
