/** Custom profile fields of Slack: the export has ids and values of them, and labels at best. */
import { FieldType } from '../../domain/profile-fields/types.ts';
import { textField, type ProfileField } from './records.ts';
import type { SlackUser } from './slack-users.ts';

/** @returns a field for each that a user has filled in. One without a label is numbered, as its name is in no export. */
export function customFields(users: Iterable<SlackUser>): ProfileField[] {
  const found = new Map<string, { label: string; values: string[] }>();
  for (const { custom } of users)
    for (const [id, { value, label }] of custom) {
      const field = found.get(id) ?? { label: '', values: [] };
      found.set(id, { label: field.label || label, values: [...field.values.slice(0, mostCompared), value] });
    }
  return [...found]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, { label, values }], index) => ({
      ...textField(id, label === '' ? `Custom field ${index + 1}` : label),
      type: typeOf(values),
    }));
}

/** Values by which the type of a field is found. */
const mostCompared = 100;

function typeOf(values: readonly string[]): number {
  if (values.every((value) => /^\d{4}-\d{2}-\d{2}$/.test(value))) return FieldType.date;
  if (values.every((value) => /^https?:\/\/\S+$/.test(value))) return FieldType.link;
  return values.some((value) => value.length > shortest) ? FieldType.longText : FieldType.shortText;
}

/** Characters of a field of one line. */
const shortest = 50;
