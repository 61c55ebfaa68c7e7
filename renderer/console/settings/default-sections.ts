/** Default settings of new users: every setting of which administrators choose the default. */
import { perLanguage } from '../../client/text.ts';
import { userSettingGroups, type UserSetting, type UserSettingGroup } from '../../client/user-settings.ts';
import type { Field, Section } from './settings.ts';

const fieldOf = ({ name, kind, label, note, choices, min, max }: UserSetting): Field => ({
  name,
  kind,
  label,
  ...(note !== undefined && { description: note }),
  ...(kind === 'choice' && {
    choices: Object.fromEntries((choices ?? []).map((one) => [String(one.value), one.label])),
  }),
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
});

export const defaultSections = perLanguage((): Section[] => {
  const { desktop, sounds, badge, email, phones, topics, privacy, writing, reading, appearance } = userSettingGroups();
  const groups: UserSettingGroup[] = [
    desktop,
    sounds,
    badge,
    email,
    phones,
    topics,
    privacy,
    writing,
    reading,
    appearance,
  ];
  return groups.map(({ title, settings }) => ({
    title,
    fields: settings.filter(({ only }) => only !== 'own').map(fieldOf),
  }));
});
