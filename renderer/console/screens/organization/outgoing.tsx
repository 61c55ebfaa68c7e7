/** Outgoing connections of the server: bots' webhooks in private networks, and the push relay. */
import { TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ownerRole } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { Failure, Loading } from '../../components/states.tsx';
import { ServerForm } from '../../settings/server-form.tsx';
import { deliverySettingsQuery } from './delivery.ts';

export function Outgoing() {
  const session = useSession();
  const { data, error, refetch } = useQuery(deliverySettingsQuery);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { webhook_allowed_networks, push_relay_url, ntfy_upstream_url } = data;
  return (
    <ServerForm
      path="/console/delivery_settings"
      queryKey={deliverySettingsQuery.queryKey}
      saved={{ webhook_allowed_networks, push_relay_url, ntfy_upstream_url }}
      message={t('Takes effect immediately.')}
      isLocked={session.role > ownerRole}
    >
      {(form) => (
        <>
          <TagsInput
            label={t('Private networks that webhooks may reach')}
            description={t(
              'Such as 192.168.0.0/16. If empty, bots can only call public addresses. Press Enter to add one.',
            )}
            {...form.getInputProps('webhook_allowed_networks')}
          />
          <TextInput
            label={t('Push relay')}
            description={t(
              'URL of the service that delivers push notifications to phones. Leave empty to turn them off.',
            )}
            placeholder={t('https://')}
            {...form.getInputProps('push_relay_url')}
          />
          <TextInput
            label={t('Wake-up server for iPhones')}
            description={t(
              'A server on the internet that wakes iPhones with the ntfy app, such as https://ntfy.sh. It learns when a device has a notification, but not its content. Leave empty for none.',
            )}
            placeholder={t('https://')}
            {...form.getInputProps('ntfy_upstream_url')}
          />
        </>
      )}
    </ServerForm>
  );
}
