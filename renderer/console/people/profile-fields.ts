/** Profile fields as the API lists them, and their eight types in a person's words. */
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../server/contract/types.ts';
import { request } from '../../client/request.ts';
import { perLanguage, t } from '../../client/text.ts';

export type ProfileField = components['schemas']['CustomProfileField'];

export const profileFieldsQuery = queryOptions({
  queryKey: ['profile-fields'],
  queryFn: async ({ signal }) => (await request('GET', '/realm/profile_fields', {}, signal)).custom_fields,
});

export const optionsType = 3;
export const accountType = 7;
/** Fields of these types do not fit a summary. */
const longTypes = new Set([2, 6]);
export const maxInSummary = 2;

export const typeNames = perLanguage((): Record<number, string> => ({
  1: t('Short text'),
  2: t('Long text'),
  [optionsType]: t('List of options'),
  4: t('Date'),
  5: t('Link'),
  6: t('People'),
  [accountType]: t('External account'),
  8: t('Pronouns'),
}));

export interface Choice {
  /** Of this form only. */
  id: number;
  /** What the API calls the choice; '' until it is saved. */
  key: string;
  text: string;
}

export interface FieldValues {
  type: string;
  name: string;
  hint: string;
  choices: Choice[];
  /** Where an account is: 'custom' has a pattern of its own, the others are the server's (contract: realm_default_external_accounts). */
  subtype: string;
  urlPattern: string;
  inSummary: boolean;
  required: boolean;
  editable: boolean;
}

export const canBeInSummary = (type: string): boolean => !longTypes.has(Number(type));

/** The choices of a field in their order. */
export function choicesOf(field: ProfileField | undefined): Choice[] {
  if (field?.type !== optionsType) return [];
  const data = JSON.parse(field.field_data) as Record<string, { text: string; order: string }>;
  return Object.entries(data)
    .toSorted(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([key, { text }], id) => ({ id, key, text }));
}

export function valuesOf(field: ProfileField | undefined): FieldValues {
  const account =
    field?.type === accountType ? (JSON.parse(field.field_data) as { subtype?: string; url_pattern?: string }) : {};
  return {
    type: String(field?.type ?? 1),
    name: field?.name ?? '',
    hint: field?.hint ?? '',
    choices: field === undefined ? [] : choicesOf(field),
    subtype: account.subtype ?? 'custom',
    urlPattern: account.url_pattern ?? '',
    inSummary: field?.display_in_profile_summary ?? false,
    required: field?.required ?? false,
    editable: field?.editable_by_user ?? true,
  };
}

/** The parameters of POST and PATCH /realm/profile_fields, the type apart. */
export function fieldParams(values: FieldValues) {
  return {
    name: values.name,
    hint: values.hint,
    field_data: fieldData(values),
    display_in_profile_summary: values.inSummary && canBeInSummary(values.type),
    required: values.required,
    editable_by_user: values.editable,
  };
}

function fieldData({ type, choices, subtype, urlPattern }: FieldValues): Record<string, unknown> | undefined {
  if (Number(type) === accountType) return subtype === 'custom' ? { subtype, url_pattern: urlPattern } : { subtype };
  if (Number(type) !== optionsType) return undefined;
  // A choice keeps its key, because that is what people's profiles hold.
  let last = Math.max(-1, ...choices.map(({ key }) => (/^\d+$/.test(key) ? Number(key) : -1)));
  const entries = choices
    .filter(({ text }) => text.trim() !== '')
    .map(({ key, text }, index) => [key === '' ? String((last += 1)) : key, { text, order: String(index + 1) }]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}
