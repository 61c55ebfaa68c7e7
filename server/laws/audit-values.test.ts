/** Values that a schema, a rule or a list of the server limits to a few have a name of their own in the audit log, which languages translate. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { AuditKind } from '../domain/audit/rows.ts';
import { channelProperties } from '../domain/channels/property-rules.ts';
import { directorySettingsSchema } from '../domain/directory/settings.shared.ts';
import { ExportType } from '../domain/exports/request.ts';
import { deliverySettingsSchema } from '../domain/organization/delivery-settings.shared.ts';
import { organizationSettings } from '../domain/organization/rules.ts';
import { fieldTypes } from '../domain/profile-fields/types.ts';
import { providerSchema } from '../domain/single-sign-on/providers.ts';
import { twoFactorPolicySchema } from '../domain/two-factor/policies.shared.ts';
import { userSettingRules } from '../domain/users/settings.shared.ts';
import { backupSettingsSchema } from '../operations/backups/settings.ts';
import { networkSettingsSchema } from '../operations/network-settings.ts';
import { Role } from '../permissions/roles.ts';
import { root } from './tree.ts';

/** Modules of the console are of another project, whose types are not known here. */
const ofRenderer = async (path: string): Promise<unknown> => import(join(root, 'renderer', path));

const { changeText } = (await ofRenderer('console/screens/audit-log/words.ts')) as {
  changeText: (entry: object, change: object, names: object) => string;
};
const { pseudo } = (await ofRenderer('client/pseudo-language.ts')) as { pseudo: unknown };
const { setLanguage } = (await ofRenderer('client/text.ts')) as {
  setLanguage: (tag: string, sentences: object, how?: unknown) => void;
};

// A name that passed the translation function is in brackets.
beforeAll(() => setLanguage('en-xa', {}, pseudo));
afterAll(() => setLanguage('en', {}));

interface Definition {
  type: string;
  options?: Schema[];
  innerType?: Schema;
  element?: Schema;
  entries?: Record<string, unknown>;
  values?: unknown[];
}
interface Schema {
  def: Definition;
  minValue?: number | null;
  maxValue?: number | null;
}

/** Numbers of so few values are numbered choices. */
const mostNumbered = 10;

/** @returns the values of a schema that has only a few; none of one that takes any text or number. */
function valuesOf(schema: z.ZodType | Schema): unknown[] {
  const { def, minValue, maxValue } = schema as Schema;
  if (def.type === 'enum') return Object.values(def.entries ?? {});
  if (def.type === 'literal') return def.values ?? [];
  if (def.type === 'boolean') return [true, false];
  if (def.type === 'null') return [null];
  if (def.type === 'union') return (def.options ?? []).flatMap(valuesOf);
  if (def.type === 'nullable') return [null, ...innerOf(def.innerType)];
  if (def.type === 'array') return innerOf(def.element).map((value) => [value]);
  if (def.type !== 'number') return innerOf(def.innerType);
  const [min, max] = [minValue ?? -Infinity, maxValue ?? Infinity];
  return max - min > mostNumbered ? [] : Array.from({ length: max - min + 1 }, (_, at) => min + at);
}

const innerOf = (schema: Schema | undefined): unknown[] => (schema === undefined ? [] : valuesOf(schema));

type Fields = Readonly<Record<string, readonly unknown[]>>;

const ofRules = (rules: Readonly<Record<string, { schema: unknown }>>): Fields =>
  Object.fromEntries(Object.entries(rules).map(([name, { schema }]) => [name, valuesOf(schema as Schema)]));

const ofShape = ({ shape }: { shape: Readonly<Record<string, unknown>> }): Fields =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, valuesOf(schema as Schema)]));

const words = Object.entries(channelProperties).map(([name, { form }]) => [
  name,
  typeof form === 'object' && 'words' in form ? form.words : [],
]);

const kinds: Readonly<Partial<Record<AuditKind, Fields>>> = {
  organization: { ...ofRules(organizationSettings), authentication_methods: [{ Email: true }, { Email: false }] },
  // The time of day is written as the language does, not translated.
  user_defaults: { ...ofRules(userSettingRules), twenty_four_hour_time: [] },
  channel: Object.fromEntries(words) as Fields,
  user: { role: Object.values(Role), is_active: [true, false] },
  bot: { bot_type: [1, 2, 3], interface: [1, 2], triggers: [['mention'], ['direct_message']] },
  invitation: {
    invited_as: Object.values(Role),
    status: ['pending', 'accepted', 'revoked', 'replaced', 'ended'],
    is_multiuse: [true, false],
  },
  profile_field: { field_type: fieldTypes },
  export: { export_type: Object.values(ExportType) },
  // The kind is context of its row, not a field.
  sign_in_provider: { ...ofShape(providerSchema), kind: [] },
  sign_in: { require_two_factor: valuesOf(twoFactorPolicySchema) },
  delivery: ofShape(deliverySettingsSchema),
  directory: ofShape(directorySettingsSchema),
  network: ofShape(networkSettingsSchema),
  backup: ofShape(backupSettingsSchema),
};

const names = { user: String, group: String, channel: String, folder: String, profileField: String };

it.each(Object.entries(kinds))('names every value of the fields of the kind %s', (kind, fields) => {
  const values = Object.entries(fields).flatMap(([field, few]) => few.map((value) => ({ field, value })));
  expect(values.length).toBeGreaterThan(0);
  const shown = values.map(({ field, value }) => ({
    what: `${field} ${JSON.stringify(value)}`,
    text: changeText({ kind, action: 'created' }, { field, from: null, to: value }, names),
  }));
  expect(shown.filter(({ text }) => !text.startsWith('[['))).toEqual([]);
});
