/** Signing in with a directory (LDAP, Active Directory): its settings, a user to try it, what a synchronization changes, and failures. */
import { Alert, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ownerRole } from '../../../../client/roles.ts';
import { useSession } from '../../../../client/session.ts';
import { t } from '../../../../client/text.ts';
import { Failure, Loading } from '../../../../components/states.tsx';
import { Ago } from '../../../../components/time.tsx';
import { directoryQuery } from './directory.ts';
import { LdapForm } from './ldap-form.tsx';
import { LdapHelp } from './ldap-help.tsx';
import { LdapTest } from './ldap-test.tsx';
import { MethodCard } from './method-card.tsx';

const title = t('Directory (LDAP, Active Directory)');

export function LdapMethod() {
  const session = useSession();
  if (session.role > ownerRole)
    return (
      <MethodCard id="ldap" title={title} isOn={undefined}>
        <Text size="sm">{t('Only owners can see and change these settings.')}</Text>
      </MethodCard>
    );
  return <OwnersLdap />;
}

function OwnersLdap() {
  const { data, error, refetch } = useQuery(directoryQuery);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { settings, state, failures } = data;
  return (
    <MethodCard id="ldap" title={title} isOn={settings.ldap_enabled}>
      <Text size="sm">
        {t(
          'People sign in with the name and password of their office computer. The directory checks the password; it is not stored here. Owners always sign in with their own password.',
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
      {failures.length > 0 && (
        <Stack gap="xs" component="section" aria-label={t('Recent failed sign-ins')}>
          <Text fw={600}>{t('Recent failed sign-ins')}</Text>
          <List size="sm">
            {[...new Map(failures.map((one) => [JSON.stringify(one), one]))].slice(0, 10).map(([key, failure]) => (
              <List.Item key={key} style={{ overflowWrap: 'anywhere' }}>
                <b>{failure.username}</b> <Ago date={new Date(failure.at * 1000)} />: {failure.reason}
              </List.Item>
            ))}
          </List>
        </Stack>
      )}
    </MethodCard>
  );
}
