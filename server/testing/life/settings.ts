/** Life of the switches: any setting of the organization, of newcomers and of one's own, with any value that it takes. */
import type { z } from 'zod';
import { organizationPermissions } from '../../domain/organization/rows.ts';
import { organizationSettings } from '../../domain/organization/rules.ts';
import { defaultableSettings, settingNames, userSettingRules } from '../../domain/users/settings.shared.ts';
import { dotPicture } from '../dot-picture.ts';
import type { Act, Life } from './life.ts';

/** What settings may be; each takes some of these. */
const anything: readonly unknown[] = [
  true,
  false,
  null,
  'unlimited',
  'default',
  -1,
  0,
  1,
  2,
  3,
  4,
  10,
  12,
  30,
  60,
  90,
  140,
  600,
  'en',
  'de',
  'all',
  'moves',
  'inbox',
  'recent_topics',
  'ding',
  'chime',
  'google',
  'text',
  'https://meet.example',
  'allow_empty_topic',
  'disable_empty_topic',
  'always',
  'never',
  'except_topics',
  { Email: true },
];

/** @returns what of `anything` a setting takes, with `more`. */
export function valuesOf(schema: z.ZodType, more: readonly unknown[] = []): unknown[] {
  return [...anything, ...more].filter((value) => schema.safeParse(value).success);
}

/** Those that requests may change. */
export const changeable = Object.entries(organizationSettings).flatMap(([name, { by, schema }]) =>
  by === 'server' ? [] : [[name, schema as z.ZodType] as const],
);
/** Their own tests: they would keep most of a life from happening. */
const leftAlone = new Set(['presence_disabled', 'avatar_changes_disabled', 'message_retention_days']);

async function organizationChange(life: Life): Promise<Record<string, unknown>> {
  const [name, schema] = life.pick(changeable.filter(([each]) => life.random(4) === 0 || !leftAlone.has(each)));
  const channels = name.endsWith('_id') ? [await life.one('SELECT id FROM streams')] : [];
  return { [name]: life.pick(valuesOf(schema, channels)) };
}

export async function ofSettings(life: Life): Promise<Act[]> {
  const { owner, admin } = life.world;
  const person = life.pick(life.people);
  const change = await organizationChange(life);
  const groups = await life.world.db<{ id: number }>(
    "SELECT id FROM user_groups WHERE name LIKE 'role:%' AND name NOT IN ('role:internet', 'role:nobody')",
  );
  const permission = { [life.pick(organizationPermissions)]: { new: life.pick(groups).id } };
  const own = life.pick(settingNames);
  const ownChange = { [own]: life.pick(valuesOf(userSettingRules[own].schema)) };
  const first = life.pick(defaultableSettings);
  const firstChange = { [first]: life.pick(valuesOf(userSettingRules[first].schema)) };
  return [
    () => owner.patch('/realm', change),
    () => owner.patch('/realm', change),
    () => life.pick(life.people).patch('/realm', change),
    () => owner.patch('/realm', permission),
    () => person.patch('/settings', ownChange),
    () => person.patch('/settings', ownChange),
    () => person.patch('/settings/notifications', ownChange),
    () => admin.patch('/realm/user_settings_defaults', firstChange),
    () => admin.patch('/realm/user_settings_defaults', firstChange),
  ];
}

export function ofPictures(life: Life): Act[] {
  const admin = life.pick([life.world.owner, life.world.admin]);
  const night = life.coin();
  const file = { name: 'dot.png', content: dotPicture };
  return [
    () => admin.upload('/realm/icon', file),
    () => admin.delete('/realm/icon'),
    () => admin.upload('/realm/logo', file, { night }),
    () => admin.delete('/realm/logo', { night }),
  ];
}

/** The orders of what administrators keep, and forms of profile fields. */
export async function ofOrders({ world }: Life): Promise<Act[]> {
  const { admin } = world;
  const ids = async (table: string): Promise<number[]> =>
    (await world.db<{ id: number }>(`SELECT id FROM ${table}`)).map(({ id }) => id).toReversed();
  const [linkifiers, fields] = [await ids('linkifiers'), await ids('profile_fields')];
  return [
    () => admin.patch('/realm/linkifiers', { ordered_linkifier_ids: linkifiers }),
    () => admin.patch('/realm/profile_fields', { order: fields }),
    () =>
      admin.post('/realm/profile_fields', {
        field_type: 7,
        field_data: { subtype: 'github' },
        name: '',
        hint: '',
      }),
  ];
}
