/**
 * Profile field values of users: the table `profile_values`, read and written.
 * The definitions of the fields are in profile-fields/edit.ts.
 */
import type { components } from '../../contract/types.ts';
import type { Reader, Transaction } from '../../storage/database.ts';

/** Values by the id of the field (contract: ProfileData). */
export type ProfileData = components['schemas']['ProfileData'];

interface ValueRow {
  user_id: number;
  field_id: number;
  value: string;
  rendered_value: string | null;
}

function valueWire(row: ValueRow): ProfileData[string] {
  return row.rendered_value === null ? { value: row.value } : { value: row.value, rendered_value: row.rendered_value };
}

/** @returns the values of each of these users; users without any are not in the map. */
export function profileDataOf(db: Reader, userIds: Iterable<number>): Map<number, ProfileData> {
  const rows = db.all<ValueRow>(
    'SELECT * FROM profile_values WHERE user_id IN (SELECT value FROM json_each(?)) ORDER BY user_id, field_id',
    JSON.stringify([...userIds]),
  );
  const byUser = new Map<number, ProfileData>();
  for (const row of rows) {
    const data = byUser.get(row.user_id) ?? {};
    data[row.field_id] = valueWire(row);
    byUser.set(row.user_id, data);
  }
  return byUser;
}

/** A user's value of one field; undefined when it was never set. */
export function findProfileValue(
  db: Reader,
  userId: number,
  fieldId: number,
): { value: string; rendered_value: string | null } | undefined {
  return db.get<ValueRow>('SELECT * FROM profile_values WHERE user_id = ? AND field_id = ?', userId, fieldId);
}

/** Every stored value of one field. */
export function valuesOfField(db: Reader, fieldId: number): { user_id: number; value: string }[] {
  return db.all<ValueRow>('SELECT * FROM profile_values WHERE field_id = ? ORDER BY user_id', fieldId);
}

/** @param renderedValue HTML, or null for fields that do not render Markdown. */
export function storeProfileValue(
  tx: Transaction,
  userId: number,
  fieldId: number,
  value: string,
  renderedValue: string | null,
): void {
  tx.run(
    `INSERT INTO profile_values (user_id, field_id, value, rendered_value) VALUES (?, ?, ?, ?)
     ON CONFLICT (user_id, field_id) DO UPDATE SET value = excluded.value, rendered_value = excluded.rendered_value`,
    userId,
    fieldId,
    value,
    renderedValue,
  );
}

/** The user says nothing in this field any more. */
export function removeProfileValue(tx: Transaction, userId: number, fieldId: number): void {
  tx.run('DELETE FROM profile_values WHERE user_id = ? AND field_id = ?', userId, fieldId);
}

/** Forgets what everyone wrote into a field that goes away. */
export function removeValuesOfField(tx: Transaction, fieldId: number): void {
  tx.run('DELETE FROM profile_values WHERE field_id = ?', fieldId);
}
