/** The eight types of profile fields: what their `field_data` and their values may be (contract: CustomProfileField). */
import { z } from 'zod';
import { ApiError, badRequest, invalidParameter } from '../../errors.ts';
import { phrase } from '../../translation.ts';
import type { Viewing } from '../acting.ts';
import { findUser } from '../users/rows.ts';
import { canAccessUser } from '../users/visibility.shared.ts';
import { externalAccounts } from './account-rules.ts';

/** A row of `profile_fields`; booleans are 0 or 1. */
export interface ProfileFieldRow {
  id: number;
  name: string;
  hint: string;
  field_type: number;
  /** JSON, or '' where the type has none. */
  field_data: string;
  position: number;
  display_in_profile_summary: number;
  required: number;
  editable_by_user: number;
}

export const FieldType = {
  shortText: 1,
  longText: 2,
  options: 3,
  date: 4,
  link: 5,
  person: 6,
  externalAccount: 7,
  pronouns: 8,
} as const;
export const fieldTypes = Object.values(FieldType);

export type FieldData = Record<string, unknown>;

/** `custom_profile_field_types` of registration. */
export const fieldTypesWire = {
  SHORT_TEXT: { id: FieldType.shortText, name: 'Text (short)' },
  LONG_TEXT: { id: FieldType.longText, name: 'Text (long)' },
  SELECT: { id: FieldType.options, name: 'List of options' },
  DATE: { id: FieldType.date, name: 'Date' },
  URL: { id: FieldType.link, name: 'Link' },
  USER: { id: FieldType.person, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: FieldType.externalAccount, name: 'External account' },
  PRONOUNS: { id: FieldType.pronouns, name: 'Pronouns' },
};

/** Types of which values have a `rendered_value`. */
export const rendersMarkdown = (type: number): boolean => type === FieldType.shortText || type === FieldType.longText;

/** Registrations list all choices of all fields. */
const maxChoices = 500;

const optionsSchema = z.record(
  z.string().min(1).max(100),
  z.object({ text: z.string().trim().min(1).max(200), order: z.string().regex(/^\d{1,10}$/) }).strict(),
);
const externalAccountSchema = z.union([
  z.strictObject({ subtype: z.literal('custom'), url_pattern: z.string().trim().min(1).max(2000) }),
  z.strictObject({ subtype: z.enum(Object.keys(externalAccounts)) }),
]);

/** @returns the data as stored. @throws ApiError BAD_REQUEST when they do not fit the type. */
export function checkFieldData(type: number, data: FieldData): string {
  if (type === FieldType.options) return JSON.stringify(checkOptions(data));
  if (type === FieldType.externalAccount) return JSON.stringify(checkExternalAccount(data));
  if (Object.keys(data).length > 0) throw invalidParameter('field_data', 'Field type does not support field data.');
  return '';
}

function checkOptions(data: FieldData): z.infer<typeof optionsSchema> {
  const parsed = optionsSchema.safeParse(data);
  if (!parsed.success)
    throw invalidParameter('field_data', `field_data is not valid: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  const texts = Object.values(parsed.data).map((option) => option.text);
  if (texts.length === 0) throw invalidParameter('field_data', 'Field must have at least one choice.');
  if (texts.length > maxChoices) throw invalidParameter('field_data', `Field must have at most ${maxChoices} choices.`);
  if (new Set(texts).size < texts.length)
    throw invalidParameter('field_data', 'Field must not have duplicate choices.');
  return parsed.data;
}

function checkExternalAccount(data: FieldData): z.infer<typeof externalAccountSchema> {
  const parsed = externalAccountSchema.safeParse(data);
  if (!parsed.success)
    throw invalidParameter(
      'field_data',
      data['subtype'] === 'custom'
        ? 'Custom external account must define URL pattern'
        : 'Invalid external account type',
    );
  if (!('url_pattern' in parsed.data)) return parsed.data;
  const { url_pattern: pattern } = parsed.data;
  if (pattern.split('%(username)s').length !== 2)
    throw invalidParameter('field_data', "URL pattern must contain '%(username)s'.");
  const example = pattern.replace('%(username)s', 'user');
  if (!URL.canParse(example) || !/^https?:$/.test(new URL(example).protocol))
    throw invalidParameter('field_data', 'URL pattern is not a URL');
  return parsed.data;
}

/** Characters of a value. */
const maxLength: Record<number, number> = {
  [FieldType.shortText]: 50,
  [FieldType.longText]: 500,
  [FieldType.externalAccount]: 50,
  [FieldType.pronouns]: 50,
  [FieldType.link]: 2000,
};

/**
 * Checks a value.
 * @returns it as stored, always text; of people, the JSON of their ids.
 * @throws ApiError BAD_REQUEST naming the field.
 */
export function storedValue(viewing: Viewing, field: ProfileFieldRow, value: unknown): string {
  if (field.field_type === FieldType.person) return JSON.stringify(checkPeople(viewing, field, value));
  return storedText(field, value);
}

/** A text of elsewhere as a value of a field, shortened where it is too long; undefined where it is none. */
export function fittedValue(field: ProfileFieldRow, text: string): string | undefined {
  if (field.field_type === FieldType.person) return undefined;
  try {
    return storedText(field, [...text.trim()].slice(0, maxLength[field.field_type]).join(''));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function storedText(field: ProfileFieldRow, value: unknown): string {
  if (typeof value !== 'string') throw badRequest(`${field.name} is not a string`);
  const text = value.trim();
  if (text === '') throw badRequest(`${field.name} cannot be blank.`);
  const limit = maxLength[field.field_type];
  if (limit !== undefined && [...text].length > limit)
    throw badRequest(`${field.name} is too long (limit: ${limit} characters)`);
  const objection = objections[field.field_type]?.(text, field);
  if (objection !== undefined && objection !== null) throw badRequest(objection);
  return text;
}

/** Why a text is no value of a field of a type, as a sentence; null when it is one. */
const objections: Record<number, (text: string, field: ProfileFieldRow) => string | null> = {
  [FieldType.options]: (text, field) =>
    Object.hasOwn(JSON.parse(field.field_data) as object, text)
      ? null
      : phrase(`${field.name} '${text}' is not a valid choice.`),
  [FieldType.date]: (text, field) => (isDate(text) ? null : phrase(`${field.name} is not a date`)),
  [FieldType.link]: (text, field) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? null : phrase(`${field.name} is not a URL`),
};

/** A day that exists, as YYYY-MM-DD. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function checkPeople(viewing: Viewing, field: ProfileFieldRow, value: unknown): number[] {
  const ids = z.array(z.int()).max(100).safeParse(value);
  if (!ids.success) throw badRequest(`${field.name} is not a list of user IDs`);
  for (const id of ids.data) {
    const user = findUser(viewing.db, id);
    if (user === undefined || !canAccessUser(viewing, user)) throw badRequest(`Invalid user ID: ${id}`);
    if (user.is_active === 0) throw badRequest(`User with ID ${id} is deactivated`);
    if (user.is_bot === 1) throw badRequest(`User with ID ${id} is a bot`);
  }
  return [...new Set(ids.data)];
}
