/**
 * Linkifiers: the organization's patterns that become links, in their order of precedence. Owns the table linkifiers.
 * What a pattern may be, and running it in linear time, is in markdown/linkify.ts.
 */
import { badRequest, invalidField, invalidParameter } from '../../errors.ts';
import { everyone } from '../../events/audience.ts';
import { compileLinkifier, LinkifierError } from '../../markdown/linkify.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting } from '../acting.ts';
import type { StateParts } from '../initial-state.ts';

/** Contract: Linkifier. */
export interface LinkifierWire {
  id: number;
  pattern: string;
  url_template: string;
}

/** Every message is run through all of them. */
const maxLinkifiers = 200;

/** All linkifiers in processing order. */
export function linkifiers(db: Reader): LinkifierWire[] {
  return db.all<LinkifierWire>('SELECT id, pattern, url_template FROM linkifiers ORDER BY position, id');
}

/** @returns the id of the new linkifier. @throws ApiError BAD_REQUEST for a pattern or template that cannot be, or is there already. */
export function addLinkifier(acting: Acting, pattern: string, urlTemplate: string): number {
  const known = linkifiers(acting.db);
  if (known.length >= maxLinkifiers) throw badRequest(`There are ${maxLinkifiers} linkifiers already`);
  checkLinkifier(acting, 0, pattern, urlTemplate);
  const position =
    acting.db.get<{ next: number }>('SELECT coalesce(max(position), 0) + 1 AS next FROM linkifiers')?.next ?? 1;
  const { lastId } = acting.tx.run(
    'INSERT INTO linkifiers (pattern, url_template, position) VALUES (?, ?, ?)',
    pattern,
    urlTemplate,
    position,
  );
  announceLinkifiers(acting);
  return lastId;
}

/** contract: update-linkifier. */
export function updateLinkifier(acting: Acting, id: number, pattern: string, urlTemplate: string): void {
  accessLinkifier(acting.db, id);
  checkLinkifier(acting, id, pattern, urlTemplate);
  acting.tx.run('UPDATE linkifiers SET pattern = ?, url_template = ? WHERE id = ?', pattern, urlTemplate, id);
  announceLinkifiers(acting);
}

/** Messages keep the links that they were given. */
export function removeLinkifier(acting: Acting, id: number): void {
  accessLinkifier(acting.db, id);
  acting.tx.run('DELETE FROM linkifiers WHERE id = ?', id);
  announceLinkifiers(acting);
}

/** @param ids every linkifier once, in the new order. */
export function reorderLinkifiers(acting: Acting, ids: readonly number[]): void {
  const known = linkifiers(acting.db).map(({ id }) => id);
  if (ids.length !== known.length || new Set(ids).size !== ids.length || !ids.every((id) => known.includes(id))) {
    throw invalidParameter(
      'ordered_linkifier_ids',
      'The ordered list must enumerate all existing linkifiers exactly once',
    );
  }
  for (const [index, id] of ids.entries())
    acting.tx.run('UPDATE linkifiers SET position = ? WHERE id = ?', index + 1, id);
  announceLinkifiers(acting);
}

function accessLinkifier(db: Reader, id: number): void {
  if (db.get('SELECT 1 FROM linkifiers WHERE id = ?', id) === undefined)
    throw invalidParameter('filter_id', 'Linkifier not found.');
}

function checkLinkifier({ db }: Acting, id: number, pattern: string, urlTemplate: string): void {
  try {
    compileLinkifier({ id, pattern, urlTemplate });
  } catch (error) {
    if (error instanceof LinkifierError) throw invalidField(error.field, error.message);
    throw error;
  }
  if (linkifiers(db).some((other) => other.pattern === pattern && other.id !== id)) {
    throw invalidField('pattern', 'A linkifier with this pattern already exists.');
  }
}

function announceLinkifiers(acting: Acting): void {
  acting.announce({ type: 'realm_linkifiers', realm_linkifiers: linkifiers(acting.db) }, everyone);
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const linkifiersState: StateParts = {
  // Clients that do not know URL templates get the key with nothing in it (contract: realm_linkifiers).
  realm_linkifiers: ({ db }, { capabilities }) => ({
    realm_linkifiers: capabilities.linkifier_url_template === true ? linkifiers(db) : [],
  }),
  // Clients of before feature level 54 get the key and nothing in it: patterns are no longer sent in that form.
  realm_filters: () => ({ realm_filters: [] }),
};
