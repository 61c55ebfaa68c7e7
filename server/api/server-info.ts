/**
 * Public server information before sign-in: settings, and the table of emoji. Credentials, valid or not, are not
 * looked at.
 */
import { mayBeVisited } from '../domain/accounts/authentication.ts';
import type { SystemViewing } from '../domain/acting.ts';
import { usesDirectory } from '../domain/directory/settings.shared.ts';
import { deliverySettings } from '../domain/organization/delivery-settings.shared.ts';
import { emojiDataPath } from '../domain/organization/limits.shared.ts';
import { hasOrganization, organization } from '../domain/organization/rows.ts';
import { versionWire } from '../domain/organization/version.ts';
import { pictureUrl } from '../domain/organization/wire.ts';
import { enabledProviders, type ProviderRow } from '../domain/single-sign-on/rows.ts';
import { RawAnswer, type Answer } from '../http/endpoint.ts';
import { emojiDataWire } from '../markdown/emoji.ts';
import { endpoint } from './endpoint.ts';
import { iconPath } from './sign-in-icons.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Server and sign-in';

/** Methods that need nothing to be set up; a directory is added where one is used. */
const authenticationMethods = {
  password: true,
  email: true,
  dev: false,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  apple: false,
  google: false,
  saml: false,
  'openid connect': false,
};

export const getServerSettings = endpoint({
  method: 'GET',
  path: '/server_settings',
  access: 'anonymous',
  summary: 'What this server is and how to sign in.',
  personal: false,
  params: {},
  run: ({ read }) => read(serverSettings),
});

function serverSettings(viewing: SystemViewing): Answer {
  const { db, origin } = viewing;
  const exists = hasOrganization(db);
  const settings = organization(db);
  return {
    ...versionWire,
    authentication_methods: {
      ...authenticationMethods,
      ldap: usesDirectory(db),
      'openid connect': enabledProviders(db).length > 0,
    },
    external_authentication_methods: enabledProviders(db).map((provider) => externalMethodWire(origin, provider)),
    push_notifications_enabled: deliverySettings(db).push_relay_url !== '',
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: !usesDirectory(db),
    realm_url: origin,
    realm_uri: origin,
    realm_name: exists ? settings.name : 'Hearth',
    realm_icon: origin + pictureUrl(settings, 'icon'),
    realm_description: settings.description,
    realm_web_public_access_enabled: mayBeVisited(viewing),
  };
}

/** A button of the sign-in page. Addresses to open are relative to the server, as clients expect; apps load the picture as it is. */
function externalMethodWire(origin: string, provider: ProviderRow): Answer {
  const { slug, name } = provider;
  const address = `/accounts/login/social/oidc/${slug}`;
  return {
    name: `oidc:${slug}`,
    display_name: name,
    display_icon: origin + iconPath(provider),
    login_url: address,
    signup_url: address,
  };
}

let emojiData: string | undefined;

/** The document behind server_emoji_data_url. Any page of the network may read it, as it holds nothing of ours. */
export const getEmojiData = endpoint({
  method: 'GET',
  path: emojiDataPath,
  prefix: '',
  access: 'anonymous',
  summary: 'Names and codes of all standard emoji.',
  personal: false,
  answer: 'file',
  params: {},
  run: async () =>
    new RawAnswer({
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'public, max-age=86400',
        'Access-Control-Allow-Origin': '*',
      },
      body: (emojiData ??= JSON.stringify(emojiDataWire())),
    }),
});
