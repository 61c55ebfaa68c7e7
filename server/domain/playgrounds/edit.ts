/** Code playgrounds: pages that open a code block of a language elsewhere. Owns the table realm_playgrounds. */
import { invalidField, invalidParameter } from '../../errors.ts';
import { everyone } from '../../events/audience.ts';
import { parseUrlTemplate, UrlTemplateError } from '../../markdown/url-template.ts';
import { nameOf, unreadableAt } from '../../names.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting } from '../acting.ts';
import type { StateParts } from '../initial-state.ts';
import { checkTotal } from '../organization/shares.shared.ts';

/** Contract: RealmPlayground. */
export interface PlaygroundWire {
  id: number;
  name: string;
  pygments_language: string;
  url_template: string;
}

/** All playgrounds, oldest first. */
export function playgrounds(db: Reader): PlaygroundWire[] {
  return db.all<PlaygroundWire>('SELECT id, name, pygments_language, url_template FROM realm_playgrounds ORDER BY id');
}

/** @returns the id. @throws ApiError BAD_REQUEST for a template without exactly one variable, `code`, or a name taken for the language. */
export function addPlayground(acting: Acting, sent: Omit<PlaygroundWire, 'id'>): number {
  const input = { ...sent, name: nameOf(sent.name) };
  checkTotal(acting.db, 'code playgrounds');
  if (unreadableAt(input.name) !== -1) throw invalidField('name', 'Invalid character in name.');
  checkTemplate(input.url_template);
  if (!/^[A-Za-z0-9 +#_.-]+$/.test(input.pygments_language))
    throw invalidField('pygments_language', 'Invalid characters in pygments language');
  const others = playgrounds(acting.db).filter((other) => other.pygments_language === input.pygments_language);
  if (others.some((other) => other.name === input.name))
    throw invalidField('name', 'Realm playground with this Realm, Pygments language and Name already exists.');
  const { lastId } = acting.tx.run(
    'INSERT INTO realm_playgrounds (name, pygments_language, url_template) VALUES (?, ?, ?)',
    input.name,
    input.pygments_language,
    input.url_template,
  );
  announcePlaygrounds(acting);
  return lastId;
}

/** @throws ApiError BAD_REQUEST when there is none. */
export function removePlayground(acting: Acting, id: number): void {
  const { changes } = acting.tx.run('DELETE FROM realm_playgrounds WHERE id = ?', id);
  if (changes === 0) throw invalidParameter('playground_id', 'Invalid playground');
  announcePlaygrounds(acting);
}

/** Contract: RFC 6570 with exactly one variable, `code`. */
function checkTemplate(template: string): void {
  try {
    const { variables } = parseUrlTemplate(template);
    if (variables.length !== 1 || variables[0] !== 'code') {
      throw invalidField('url_template', '"code" must be the only variable present in the URL template');
    }
  } catch (error) {
    if (error instanceof UrlTemplateError) throw invalidField('url_template', 'Invalid URL template.');
    throw error;
  }
  if (!/^https?:\/\//.test(template)) throw invalidField('url_template', 'Invalid URL template.');
}

function announcePlaygrounds(acting: Acting): void {
  acting.announce({ type: 'realm_playgrounds', realm_playgrounds: playgrounds(acting.db) }, everyone);
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const playgroundsState: StateParts = {
  realm_playgrounds: ({ db }) => ({ realm_playgrounds: playgrounds(db) }),
};
