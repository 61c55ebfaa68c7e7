/** No setting that does something is without its field, and none has two: of the organization, and of what new people start with. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultSections } from './default-sections.ts';
import { permissionSections } from './permission-sections.ts';
import { joiningSections, messageSections, profileSections } from './sections.ts';
import type { Section } from './settings.ts';

/** The server's own tables. Its files are of another project, so they are found by their path. */
const server = (path: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ join(import.meta.dirname, '../../../server', path)) as Promise<Record<string, unknown>>;
const namesOf = (sections: Section[]): string[] => sections.flatMap(({ fields }) => fields.map(({ name }) => name));

interface Proofs {
  organizationProofs: Record<string, object>;
  userProofs: Record<string, object>;
}
/** What nothing of ours reads is kept for other clients, and offered nowhere. */
const doesNothingHere = (proof: object | undefined): boolean => proof === undefined || 'otherClients' in proof;

test('every setting that PATCH /realm takes and that does something has one field', async () => {
  const { organizationProofs } = (await server('spec/settings.ts')) as unknown as Proofs;
  const { organizationSettings } = (await server('domain/organization/rules.ts')) as {
    organizationSettings: Record<string, { by: string }>;
  };
  const { permissionRules } = (await server('permissions/group-settings.ts')) as {
    permissionRules: { realm: Record<string, unknown> };
  };
  const settings = Object.entries(organizationSettings)
    .filter(([, { by }]) => by !== 'server')
    .map(([name]) => name)
    // People sign in by address and password, and there is nothing else to choose.
    .filter((name) => name !== 'authentication_methods')
    .filter((name) => !doesNothingHere(organizationProofs[name]));
  const shown = namesOf([...profileSections(), ...joiningSections(), ...messageSections(), ...permissionSections()]);
  expect(shown.toSorted()).toEqual([...settings, ...Object.keys(permissionRules.realm)].toSorted());
});

test('every setting that PATCH /realm/user_settings_defaults takes and that does something has one field', async () => {
  const { defaultableSettings } = (await server('domain/users/settings.shared.ts')) as {
    defaultableSettings: string[];
  };
  const { userProofs } = (await server('spec/settings.ts')) as unknown as Proofs;
  const offered = defaultableSettings.filter((name) => !doesNothingHere(userProofs[name]));
  expect(namesOf(defaultSections()).toSorted()).toEqual(offered.toSorted());
});
