/** The console's form of the organization's settings: their values, which are for owners only, and who may hold what. */
import { consoleOrganizationShape } from '../../contract/shapes/organization.ts';
import { ownersSettings } from '../../domain/organization/edit.ts';
import { organization, type OrganizationSettings } from '../../domain/organization/rows.ts';
import { organizationSettings, settingNames } from '../../domain/organization/rules.ts';
import { pictureUrl } from '../../domain/organization/wire.ts';
import { defaultableSettings, languages, settingDefaults } from '../../domain/users/settings.ts';
import { addsTo, permissionRules } from '../../permissions/group-settings.ts';
import { endpoint } from './endpoint.ts';

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
        languages,
        pictures: { icon: picture(all, 'icon'), logo: picture(all, 'logo'), night_logo: picture(all, 'night_logo') },
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
