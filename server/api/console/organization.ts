/** The console's form of the organization's settings: their values, which are for owners only, and who may hold what. */
import { ownersSettings } from '../../domain/organization/edit.ts';
import { organization } from '../../domain/organization/read.ts';
import { organizationSettings, settingNames } from '../../domain/organization/settings.ts';
import { permissionRules } from '../../permissions/group-settings.ts';
import { endpoint, type ApiEndpoint } from '../endpoint.ts';

export const getConsoleOrganization = endpoint({
  method: 'GET',
  path: '/console/organization',
  access: 'member',
  summary: 'Settings of the organization as PATCH /realm names them, and what may be put into them.',
  params: {},
  read({ db }) {
    const settings = Object.entries(organization(db)).filter(([name]) => !ofServer.has(name));
    return {
      settings: Object.fromEntries(settings),
      owners_only: ownersSettings,
      permission_rules: { realm: permissionRules.realm, stream: permissionRules.stream },
    };
  },
});

const ofServer = new Set<string>(settingNames.filter((name) => organizationSettings[name].by === 'server'));

export const consoleOrganizationEndpoints: ApiEndpoint[] = [getConsoleOrganization];
