/** The port, further names, and how much one client may ask. */
import { NumberInput, Switch, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { Failure, Loading } from '../../components/states.tsx';
import { networkSettingsQuery, type NetworkState } from '../../network/network.ts';
import { ServerForm } from '../../settings/server-form.tsx';

export function ServerSettings({ isOwner, fixed }: { isOwner: boolean; fixed: NetworkState['fixed'] }) {
  const { data, error, refetch } = useQuery(networkSettingsQuery);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { server_port, server_allowed_hosts, rate_limit_per_minute, cors_enabled, https_port } = data;
  return (
    <ServerForm
      path="/console/network_settings"
      queryKey={[...networkSettingsQuery.queryKey]}
      saved={{ server_port, server_allowed_hosts, rate_limit_per_minute, cors_enabled, https_port }}
      message={t('A new port takes effect after a restart, everything else immediately.')}
      isLocked={!isOwner}
    >
      {(form) => (
        <>
          <div>
            <Heading>{t('Port, names and limits')}</Heading>
            <Text size="sm" c="dimmed">
              {fixed.port
                ? t('The port was set when the server was started. It takes precedence over this setting.')
                : t('The port stays the same until you change it here.')}
            </Text>
          </div>
          <NumberInput
            label={t('Port')}
            description={t("Takes effect after a restart. It changes the team's address.")}
            min={1}
            max={65_535}
            allowDecimal={false}
            {...form.getInputProps('server_port')}
          />
          <NumberInput
            label={t('HTTPS port')}
            min={1}
            max={65_535}
            allowDecimal={false}
            {...form.getInputProps('https_port')}
          />
          <TagsInput
            label={t('Additional host names')}
            description={t(
              'Host names that the server accepts in addition to its addresses. Behind a router or in a container, add the external address. Press Enter to add one.',
            )}
            {...form.getInputProps('server_allowed_hosts')}
          />
          <NumberInput
            label={t('Requests per minute from one client')}
            description={t('0: no limit.')}
            min={0}
            max={1_000_000}
            allowDecimal={false}
            {...form.getInputProps('rate_limit_per_minute')}
          />
          <Switch
            label={t('Let web pages from other addresses use the API')}
            description={t(
              "For clients that run in web pages at other addresses. They need the user's API key and can't use a sign-in in this browser.",
            )}
            {...form.getInputProps('cors_enabled', { type: 'checkbox' })}
          />
        </>
      )}
    </ServerForm>
  );
}
