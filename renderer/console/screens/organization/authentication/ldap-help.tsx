/** Help for an administrator who connects a directory for the first time. */
import { Text } from '@mantine/core';
import { perLanguage, t } from '../../../../client/text.ts';
import { TextBlock } from '../../../components/json-text.tsx';
import { Help, Named } from './help.tsx';

const steps = perLanguage(() => [
  t(
    "Make sure that you know an owner's password on this server. Owners can sign in with it even when the directory is unreachable.",
  ),
  t(
    'In the directory, create an account for this server, such as "chat-reader". It needs only the right to read users and groups. Use a long password that does not expire.',
  ),
  t('Choose the kind of directory. Enter the servers, the base DN and the search account.'),
  t('Keep encryption on. If the organization has its own certificate authority, paste its certificate.'),
  t('Leave "Sign in with the directory" off, and save.'),
  t("Test as a user. You see the user's directory entry and the effect of a sign-in. Nothing is changed."),
  t('To let only some users sign in, copy the name of their group from the test to "Groups that may sign in".'),
  t('Show the changes of a synchronization. If they are correct, turn on the directory and save.'),
]);

const values = perLanguage(() => [
  {
    name: t('Server and domain of Active Directory: run in a command prompt on an office computer'),
    command: 'echo %LOGONSERVER% %USERDNSDOMAIN%',
  },
  {
    name: t('Base DN: for the domain example.com, it is dc=example,dc=com. Your own full name ends with it'),
    command: 'whoami /fqdn',
  },
  {
    name: t('Full name (DN) of a group: run on a domain controller'),
    command: t('dsquery group -name "Staff"'),
  },
  {
    name: t('CA certificate (PEM): run on the server of the certificate authority'),
    command: 'certutil -ca.cert authority.cer && certutil -encode authority.cer authority.pem',
  },
  {
    name: t('Base DN of OpenLDAP and FreeIPA'),
    command: t('ldapsearch -x -H ldap://ldap.example.com -s base -b "" namingContexts'),
  },
]);

const problems = perLanguage(() => [
  {
    name: t('The certificate is not trusted'),
    text: t('Enter the server name that is in its certificate, not its IP address, and paste the CA certificate.'),
  },
  {
    name: t('StartTLS is refused'),
    text: t('The server has no certificate yet. An Active Directory server gets one from a certificate authority.'),
  },
  {
    name: t('The search account is refused'),
    text: t('Enter its full name (DN) or, for Active Directory, an address such as chat-reader@example.com.'),
  },
  {
    name: t('The user is not found'),
    text: t('The user is not below the base DN, or the user filter excludes the user.'),
  },
  {
    name: t('The user is in no group'),
    text: t(
      'OpenLDAP needs its memberof overlay. The primary group of Active Directory (Domain Users) is never listed.',
    ),
  },
]);

export function LdapHelp() {
  return (
    <Help title={t('How to set up a directory')} steps={steps()}>
      <Text fw={600}>{t('Where to find the values')}</Text>
      {values().map(({ name, command }) => (
        <div key={name}>
          <Text size="sm" mb={4}>
            {name}
          </Text>
          <TextBlock text={command} label={t('command: {{name}}', { name })} />
        </div>
      ))}
      <Named title={t('When the test fails')} items={problems()} />
      <Text size="sm">
        {t(
          'When users leave a group, they lose the role, channels and user groups that it gave. Permissions that you gave them here are kept.',
        )}
      </Text>
    </Help>
  );
}
