/** Help for an administrator who connects a provider for the first time. */
import { Text } from '@mantine/core';
import { perLanguage, t } from '../../../../client/text.ts';
import { Help, Named } from './help.tsx';

const steps = perLanguage(() => [
  t(
    "Make sure that you know an owner's password on this server. Owners can sign in with it even when the provider is unreachable.",
  ),
  t('Set up HTTPS under Network, unless people open this server at http://localhost.'),
  t('At the provider, register an application of the type "web", with the flow "authorization code".'),
  t(
    'Choose "Add a provider", enter the issuer, the client ID and the client secret that the provider shows, and save.',
  ),
  t('Copy the redirect addresses from here into the application at the provider.'),
  t('Choose "Check" to read the provider\'s configuration.'),
  t('Choose "Test as a user" and sign in at the provider. You see the result. Nothing is changed.'),
  t('Decide who can create an account at first sign-in. No one can unless you choose domains or a group.'),
]);

const places = perLanguage(() => [
  {
    name: 'Microsoft Entra ID',
    text: t(
      'App registrations. The issuer contains the tenant ID. Groups come as IDs after you add the groups claim under "Token configuration". Entra does not confirm addresses: people link their account in their settings.',
    ),
  },
  { name: 'Google Workspace', text: t('Credentials, OAuth client ID. Google sends no groups.') },
  {
    name: 'Keycloak',
    text: t('Clients. Add a mapper "Group Membership" with the claim name "groups", without the full path.'),
  },
  { name: 'Authentik', text: t('Applications, Providers. Groups come with the scope "profile".') },
  { name: 'GitLab', text: t('Applications, with the scopes openid, email and profile.') },
]);

const problems = perLanguage(() => [
  {
    name: t('The provider rejects the redirect address'),
    text: t('Register the redirect address exactly as listed, also for the other addresses that people use.'),
  },
  {
    name: t('The provider rejects the client ID or secret'),
    text: t('Secrets expire at some providers. Create a new one there, and enter it here.'),
  },
  {
    name: t('The address is not confirmed'),
    text: t('The user signs in once with a password and links the account in the settings.'),
  },
  {
    name: t('The clocks differ'),
    text: t('Turn on automatic time on this computer and at the provider.'),
  },
]);

export function OpenIdHelp() {
  return (
    <Help title={t('How to set up a provider')} steps={steps()}>
      <Named title={t('Where to register this server')} items={places()} />
      <Named title={t('When a sign-in fails')} items={problems()} />
      <Text size="sm">
        {t(
          'Every hour, this server asks the provider whether its users may still sign in. Users who are disabled there are signed out here, and no password opens their account until they sign in with the provider again. Owners can always use their password. Groups, roles and names are updated at the same time. Signing out here does not sign out at the provider.',
        )}
      </Text>
      <Text size="sm">
        {t(
          'Nothing changes while the provider is down, refuses the client secret, or refuses more than half of the users at once. An alert says why. A provider that gives no refresh token cannot be asked: deactivate users here when they leave. The card of the provider shows for how many users this is so.',
        )}
      </Text>
    </Help>
  );
}
