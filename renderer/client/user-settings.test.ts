/** The one table of the settings of a user. */
import { expect, test } from 'vitest';
import { userSettingGroups, type UserSettingGroup } from './user-settings.ts';

const groups: UserSettingGroup[] = Object.values(userSettingGroups());
const settings = groups.flatMap((group) => group.settings);

test('has each setting once, and no label twice in a group', () => {
  const names = settings.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(45);
  expect(new Set(names).size).toBe(names.length);
  const labels = groups.flatMap(({ title, settings: all }) => all.map(({ label }) => `${title}: ${label}`));
  expect(new Set(labels).size).toBe(labels.length);
});

test('says what can be chosen, for oneself and for new users', () => {
  const without = settings.filter(
    ({ kind, choices = [], only }) =>
      (kind === 'choice' || (kind === 'number' && only !== 'defaults')) && choices.length < 2,
  );
  expect(without).toEqual([]);
  const unbounded = settings.filter(({ kind, min = 0, max = 0 }) => kind === 'number' && max <= min);
  expect(unbounded).toEqual([]);
});
