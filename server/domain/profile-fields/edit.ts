/**
 * Custom profile fields: their definitions, and setting users' values with the events (contract: CustomProfileField).
 * Owns the table profile_fields; what a value may be is in `types.ts`.
 */
import type { components } from '../../contract/types.ts';
import { badRequest, checking, invalidParameter, looksLike } from '../../errors.ts';
import { everyone } from '../../events/audience.ts';
import { Lookalikes, nameOf, unreadableAt } from '../../names.ts';
import { isAdministrator } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting, SystemActing, SystemViewing } from '../acting.ts';
import { descriptionHtml } from '../channels/description.ts';
import type { StateParts } from '../initial-state.ts';
import { checkTotal } from '../organization/shares.shared.ts';
import {
  findProfileValue,
  removeProfileValue,
  removeValuesOfField,
  storeProfileValue,
  valuesOfField,
} from '../users/profile-rows.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { audienceOf } from '../users/visibility.shared.ts';
import {
  fieldTypesWire,
  checkFieldData,
  FieldType,
  rendersMarkdown,
  storedValue,
  type FieldData,
  type ProfileFieldRow,
} from './types.ts';

export type ProfileFieldWire = components['schemas']['CustomProfileField'];

/** Lengths in characters. */
const limits = { name: 40, hint: 80 };
/** spec: Limits. */
const maxInSummary = 2;
/** Long texts and people do not fit a summary. */
const notInSummary = new Set<number>([FieldType.longText, FieldType.person]);

/** All fields, in their order. */
export function profileFields(db: Reader): ProfileFieldRow[] {
  return db.all<ProfileFieldRow>('SELECT * FROM profile_fields ORDER BY position, id');
}

/** Contract: CustomProfileField; `field_data` is JSON as text, '' where the type has none. */
export function profileFieldsWire(db: Reader): ProfileFieldWire[] {
  const wires = profileFields(db).map((field, index) => ({
    id: field.id,
    type: field.field_type as ProfileFieldWire['type'],
    order: index + 1,
    name: field.name,
    hint: field.hint,
    field_data: field.field_data,
    ...(field.display_in_profile_summary === 1 && { display_in_profile_summary: true }),
    required: field.required === 1,
    editable_by_user: field.editable_by_user === 1,
  }));
  // The generated type does not know that the field is left out where it is false.
  return wires as ProfileFieldWire[];
}

/** @throws ApiError BAD_REQUEST for an id that is no field. */
export function accessField(viewing: SystemViewing, id: number): ProfileFieldRow {
  const field = viewing.db.get<ProfileFieldRow>('SELECT * FROM profile_fields WHERE id = ?', id);
  if (field === undefined) throw badRequest(`Field id ${id} not found.`);
  return field;
}

const announceFields = (acting: SystemActing): void =>
  acting.announce({ type: 'custom_profile_fields', fields: profileFieldsWire(acting.db) }, everyone);

/** What a request sets; undefined = as it is. */
export interface FieldEdit {
  name?: string | undefined;
  hint?: string | undefined;
  field_data?: FieldData | undefined;
  display_in_profile_summary?: boolean | undefined;
  required?: boolean | undefined;
  editable_by_user?: boolean | undefined;
}

/** @returns the id. @throws ApiError BAD_REQUEST for every rule of profile fields (contract: CustomProfileField). */
export function createField(acting: Acting, type: number, edit: FieldEdit): number {
  checkTotal(acting.db, 'custom profile fields');
  const field: Omit<ProfileFieldRow, 'id'> = {
    ...definition(acting, type, { ...edit, name: edit.name ?? '', field_data: edit.field_data ?? {} }),
    field_type: type,
    position:
      (acting.db.get<{ last: number | null }>('SELECT max(position) AS last FROM profile_fields')?.last ?? 0) + 1,
  };
  const columns = Object.keys(field);
  const sql = `INSERT INTO profile_fields (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  const { lastId } = acting.tx.run(sql, ...Object.values(field));
  announceFields(acting);
  return lastId;
}

type Definition = Omit<ProfileFieldRow, 'id' | 'field_type' | 'position'>;

const flag = (sent: boolean | undefined, old: number | undefined, fallback: number): number =>
  sent === undefined ? (old ?? fallback) : Number(sent);

/** Checks the sent parts and lays them over what is there. */
function definition(acting: Acting, type: number, edit: FieldEdit, before?: ProfileFieldRow): Definition {
  const parts: Definition = {
    name:
      edit.name === undefined || edit.name === before?.name
        ? (before?.name ?? '')
        : validName(acting, edit.name, before?.id),
    hint: edit.hint?.trim() ?? before?.hint ?? '',
    field_data: edit.field_data === undefined ? (before?.field_data ?? '') : checkFieldData(type, edit.field_data),
    display_in_profile_summary: flag(edit.display_in_profile_summary, before?.display_in_profile_summary, 0),
    required: flag(edit.required, before?.required, 0),
    editable_by_user: flag(edit.editable_by_user, before?.editable_by_user, 1),
  };
  if ([...parts.hint].length > limits.hint)
    throw invalidParameter('hint', `hint is too long (limit: ${limits.hint} characters)`);
  if (parts.display_in_profile_summary === 1 && before?.display_in_profile_summary !== 1) checkSummary(acting, type);
  return parts;
}

function validName(acting: Acting, sent: string, own?: number): string {
  const name = nameOf(sent);
  if (name === '') throw invalidParameter('name', 'Label cannot be blank.');
  if (unreadableAt(name) !== -1) throw invalidParameter('name', 'Invalid character in label.');
  if ([...name].length > limits.name)
    throw invalidParameter('name', `name is too long (limit: ${limits.name} characters)`);
  const others = profileFields(acting.db).filter((field) => field.id !== own);
  if (others.some((field) => field.name.toLowerCase() === name.toLowerCase()))
    throw invalidParameter('name', 'A field with that label already exists.');
  const alike = new Lookalikes(others).find(name);
  if (alike !== undefined) throw looksLike('profile field', alike.name).about('name');
  return name;
}

function checkSummary(acting: Acting, type: number): void {
  if (notInSummary.has(type))
    throw invalidParameter('display_in_profile_summary', 'Field type not supported for display in profile summary.');
  const shown = profileFields(acting.db).filter((field) => field.display_in_profile_summary === 1).length;
  if (shown >= maxInSummary)
    throw invalidParameter(
      'display_in_profile_summary',
      `Only ${maxInSummary} custom profile fields can be displayed in the profile summary.`,
    );
}

/** Changes a field; values that name an option which is gone go too. */
export function editField(acting: Acting, field: ProfileFieldRow, edit: FieldEdit): void {
  const after = definition(acting, field.field_type, edit, field);
  const columns = Object.keys(after).map((column) => `${column} = ?`);
  acting.tx.run(`UPDATE profile_fields SET ${columns.join(', ')} WHERE id = ?`, ...Object.values(after), field.id);
  if (field.field_type === FieldType.options && after.field_data !== field.field_data) {
    const options = new Set(Object.keys(JSON.parse(after.field_data) as object));
    for (const { user_id, value } of valuesOfField(acting.db, field.id)) {
      const user = options.has(value) ? undefined : findUser(acting.db, user_id);
      if (user !== undefined) clearProfileValue(acting, user, field);
    }
  }
  announceFields(acting);
}

/** With what everyone wrote into it. */
export function deleteField(acting: Acting, field: ProfileFieldRow): void {
  removeValuesOfField(acting.tx, field.id);
  acting.tx.run('DELETE FROM profile_fields WHERE id = ?', field.id);
  announceFields(acting);
}

/** @param order every field's id, each once. */
export function reorderFields(acting: Acting, order: readonly number[]): void {
  const known = profileFields(acting.db).map((field) => field.id);
  const isWhole =
    order.length === known.length && new Set(order).size === known.length && known.every((id) => order.includes(id));
  if (!isWhole) throw invalidParameter('order', 'Invalid order mapping.');
  order.forEach((id, index) => acting.tx.run('UPDATE profile_fields SET position = ? WHERE id = ?', index + 1, id));
  announceFields(acting);
}

/** Own values are for the user where the field says so; administrators may write into every field. */
function checkMayWrite(acting: Acting, field: ProfileFieldRow): void {
  if (field.editable_by_user === 0 && !isAdministrator(acting.user)) {
    throw badRequest('You are not allowed to change this field. Contact an administrator to update it.');
  }
}

/** Sets values of a user's fields; null, '' and [] take a value away. @throws ApiError BAD_REQUEST naming the field. */
export function setProfileData(acting: Acting, user: UserRow, data: readonly { id: number; value: unknown }[]): void {
  for (const { id, value } of data) checking(`profile_data.${id}`, () => setProfileDatum(acting, user, id, value));
}

function setProfileDatum(acting: Acting, user: UserRow, id: number, value: unknown): void {
  const field = accessField(acting, id);
  checkMayWrite(acting, field);
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    clearProfileValue(acting, user, field);
  else setProfileValue(acting, user, field, storedValue(acting, field, value));
}

/** @param value as `storedValue` or `fittedValue` gives it. */
export function setProfileValue(acting: SystemActing, user: UserRow, field: ProfileFieldRow, value: string): void {
  const rendered = rendersMarkdown(field.field_type) ? descriptionHtml(acting, value) : null;
  const before = findProfileValue(acting.db, user.id, field.id);
  if (before?.value === value) return;
  storeProfileValue(acting.tx, user.id, field.id, value, rendered);
  announceValue(acting, user, { id: field.id, value, ...(rendered !== null && { rendered_value: rendered }) });
}

/** Removes the value of a field, where there is one. */
export function clearProfileValue(acting: SystemActing, user: UserRow, field: ProfileFieldRow): void {
  if (findProfileValue(acting.db, user.id, field.id) === undefined) return;
  removeProfileValue(acting.tx, user.id, field.id);
  announceValue(acting, user, { id: field.id, value: null });
}

function announceValue(
  acting: SystemActing,
  user: UserRow,
  change: { id: number; value: string | null; rendered_value?: string },
): void {
  acting.announce(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, custom_profile_field: change } },
    audienceOf(acting.db, user),
  );
}

/** Takes away the caller's own values of these fields. */
export function removeOwnProfileData(acting: Acting, fieldIds: readonly number[]): void {
  for (const id of fieldIds) {
    const field = accessField(acting, id);
    checkMayWrite(acting, field);
    clearProfileValue(acting, acting.user, field);
  }
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const profileFieldsState: StateParts = {
  custom_profile_fields: ({ db }) => ({
    custom_profile_fields: profileFieldsWire(db),
    custom_profile_field_types: fieldTypesWire,
  }),
};
