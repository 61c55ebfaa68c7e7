/** The console's form of the organization's settings: their values, which are for owners only, and who may hold what. */
import { z } from 'zod';
import { consoleOrganizationShape } from '../../contract/shapes/organization.ts';
import { deactivateOrganization, reactivateOrganization } from '../../domain/organization/deactivation.ts';
import { ownersSettings } from '../../domain/organization/edit.ts';
import { deactivatedAt, organization, type OrganizationSettings } from '../../domain/organization/rows.ts';
import { organizationSettings, settingNames } from '../../domain/organization/rules.ts';
import { pictureUrl } from '../../domain/organization/wire.ts';
import { externalAccounts } from '../../domain/profile-fields/account-rules.ts';
import { defaultableSettings, settingDefaults } from '../../domain/users/settings.shared.ts';
import { badRequest } from '../../errors.ts';
import { text } from '../../http/params.ts';
import { BackupRefused } from '../../operations/backups/folder.ts';
import { addsTo, permissionRules } from '../../permissions/group-settings.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';
import { checkPasswordAgain } from './restores.ts';

export const subject: Subject = 'Console: organization';

export const getConsoleOrganization = endpoint({
  method: 'GET',
  path: '/console/organization',
  access: 'authenticated',
  summary: 'Settings of the organization as PATCH /realm names them, and what may be put into them.',
  personal: false,
  answer: consoleOrganizationShape,
  params: {},
  run: ({ read }) =>
    read(({ db }) => {
      const all = organization(db);
      const settings = Object.entries(all).filter(([name]) => !ofServer.has(name));
      const defaults = settingDefaults(db);
      return {
        settings: Object.fromEntries(settings),
        user_settings_defaults: Object.fromEntries(defaultableSettings.map((name) => [name, defaults[name]])),
        pictures: { icon: picture(all, 'icon'), logo: picture(all, 'logo'), night_logo: picture(all, 'night_logo') },
        external_accounts: externalAccounts,
        owners_only: [...ownersSettings],
        permission_rules: permissionRules,
        channel_permissions_add_to: addsTo,
      };
    }),
});

const ofServer = new Set<string>(settingNames.filter((name) => organizationSettings[name].by === 'server'));

function picture(settings: OrganizationSettings, name: 'icon' | 'logo' | 'night_logo') {
  return { url: pictureUrl(settings, name), is_uploaded: settings[`${name}_file`] !== null };
}

export const getOrganizationState = endpoint({
  method: 'GET',
  path: '/console/organization/state',
  access: 'owner',
  summary: 'Whether the organization is deactivated.',
  personal: false,
  answer: { deactivated_at: z.number().nullable().describe('UNIX seconds; null: it is not deactivated.') },
  params: {},
  run: ({ read }) => read(({ db }) => ({ deactivated_at: deactivatedAt(db) })),
});

export const deactivate = endpoint({
  method: 'POST',
  path: '/console/organization/deactivate',
  access: 'owner',
  summary: 'Deactivate the organization, after a backup: no one gets in but owners, in the console.',
  personal: false,
  answer: { backup: z.string().describe('Name of the backup that was made before.') },
  params: { password: text({ min: 1, max: 1000, keepSpace: true }).describe('Of the owner who asks.').secret() },
  async run(call) {
    await checkPasswordAgain(call, call.params.password);
    const { name } = await call.services.backups.make('manual').catch((error: unknown) => {
      throw error instanceof BackupRefused
        ? badRequest(`Nothing was changed, as no backup could be made: ${error.message}`)
        : error;
    });
    await call.write(deactivateOrganization);
    return { backup: name };
  },
});

export const reactivate = endpoint({
  method: 'POST',
  path: '/console/organization/reactivate',
  access: 'owner',
  whileDeactivated: true,
  summary: 'Bring a deactivated organization back.',
  personal: false,
  answer: {},
  params: {},
  async run({ write }) {
    await write(reactivateOrganization);
    return {};
  },
});
