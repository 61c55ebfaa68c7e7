/** Signing in with a directory (LDAP, Active Directory): its settings, a user to try it, what a synchronization changes, and failures. */
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ownerRole } from '../../../../client/roles.ts';
import { useSession } from '../../../../client/session.ts';
import { perLanguage, t } from '../../../../client/text.ts';
import { Failure, Loading } from '../../../components/states.tsx';
import { directoryQuery } from './directory.ts';
import { LdapForm } from './ldap-form.tsx';
import { LdapHelp } from './ldap-help.tsx';
import { LdapTest } from './ldap-test.tsx';
import { FailedSignIns, MethodCard, OwnersOnly } from './method-card.tsx';

const title = perLanguage(() => t('Directory (LDAP, Active Directory)'));

export function LdapMethod() {
  const session = useSession();
  if (session.role > ownerRole) return <OwnersOnly id="ldap" title={title()} />;
  return <OwnersLdap />;
}

function OwnersLdap() {
  const { data, error, refetch } = useQuery(directoryQuery);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { settings, state, failures } = data;
  return (
    <MethodCard id="ldap" title={title()} isOn={settings.ldap_enabled}>
      <Text size="sm">
        {t(
          'People sign in with the name and password of their office computer. The directory checks the password, and it is not stored here. Owners sign in with their password on this server.',
        )}
      </Text>
      {settings.ldap_enabled && state !== null && state.problem !== null && (
        <Alert color="yellow" title={t('The directory is not synchronized')}>
          {state.problem}
        </Alert>
      )}
      <LdapHelp />
      <LdapForm settings={settings} presets={data.presets} />
      <LdapTest isOn={settings.ldap_enabled} />
      <FailedSignIns failures={failures} nameOf={({ username }) => username} />
    </MethodCard>
  );
}
