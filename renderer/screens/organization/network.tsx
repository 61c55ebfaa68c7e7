/** How the server is reached, how much it takes from one client, and what it may reach itself. */
import { Alert, NumberInput, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failure, Loading } from '../../parts/states.tsx';
import { useSession } from '../../queries.ts';
import { deliverySettingsQuery, networkSettingsQuery } from './delivery.ts';
import { ServerForm } from './server-form.tsx';

const ownerRole = 100;

export function Network() {
  const session = useSession();
  const { data, error, refetch } = useQuery(networkSettingsQuery);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const disabled = session.role > ownerRole;
  const hosts = [
    { value: '127.0.0.1', label: 'This computer only' },
    { value: '0.0.0.0', label: 'The whole network' },
  ];
  if (!hosts.some(({ value }) => value === data.server_host))
    hosts.push({ value: data.server_host, label: data.server_host });
  return (
    <Stack gap="lg">
      <Alert>
        {disabled
          ? 'Only owners change how the server is reached.'
          : 'Where it listens, its port and its names hold from the next start; what was given on the command line comes before them. The request limit holds at once.'}
      </Alert>
      <ServerForm
        path="/console/network_settings"
        queryKey={networkSettingsQuery.queryKey}
        saved={{ ...data }}
        message="Restart the server for a new address, port or name."
      >
        {(form) => (
          <>
            <Select
              label="Who can reach the server"
              allowDeselect={false}
              disabled={disabled}
              data={hosts}
              {...form.getInputProps('server_host')}
            />
            <NumberInput
              label="Port"
              min={1}
              max={65_535}
              allowDecimal={false}
              disabled={disabled}
              {...form.getInputProps('server_port')}
            />
            <TagsInput
              label="Further host names"
              description="Names that the server answers to, beside its addresses. Enter adds one."
              disabled={disabled}
              {...form.getInputProps('server_allowed_hosts')}
            />
            <NumberInput
              label="Requests a minute from one client"
              description="0: no limit."
              min={0}
              max={1_000_000}
              allowDecimal={false}
              disabled={disabled}
              {...form.getInputProps('rate_limit_per_minute')}
            />
          </>
        )}
      </ServerForm>
      <Outward />
    </Stack>
  );
}

/** What the server calls: bots' webhooks, and the push relay. */
function Outward() {
  const session = useSession();
  const { data, error, refetch } = useQuery(deliverySettingsQuery);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { webhook_allowed_networks, push_relay_url } = data;
  return (
    <ServerForm
      path="/console/delivery_settings"
      queryKey={deliverySettingsQuery.queryKey}
      saved={{ webhook_allowed_networks, push_relay_url }}
      mentions={{ webhook_allowed_networks: /network/i }}
      message="It holds at once."
      isLocked={session.role > ownerRole}
    >
      {(form) => (
        <>
          <TagsInput
            label="Private networks that webhooks may reach"
            description="Such as 192.168.0.0/16; without, bots call public addresses only. Enter adds one."
            {...form.getInputProps('webhook_allowed_networks')}
          />
          <TextInput
            label="Push relay"
            description="Address that takes push notifications to phones; empty: none."
            placeholder="https://"
            {...form.getInputProps('push_relay_url')}
          />
        </>
      )}
    </ServerForm>
  );
}
