/** The name in the local network: a bonus, and said to be one. */
import { Group, Switch, Text } from '@mantine/core';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { Section } from '../../components/section.tsx';
import { useNetworkChange, type NetworkState } from '../../network/network.ts';

export function LocalName({ network, isOwner }: { network: NetworkState; isOwner: boolean }) {
  const change = useNetworkChange();
  const { local_name: name, chosen } = network;
  return (
    <Section
      title={t('Name on the network')}
      description={t(
        'Easier to remember than numbers. Some devices and routers do not support such names, so invitations use the address above.',
      )}
      error={change.error}
    >
      <Switch
        label={t('Announce the server as hearth.local')}
        checked={change.isPending ? (change.variables.local_name_enabled ?? name.enabled) : name.enabled}
        disabled={!isOwner || change.isPending}
        onChange={({ currentTarget }) => change.mutate({ local_name_enabled: currentTarget.checked })}
      />
      {name.url !== null && (
        <Group gap="sm">
          <Text ff="monospace" fw={600}>
            {name.url}
          </Text>
          <CopyText text={name.url} label={name.url} />
        </Group>
      )}
      {name.enabled && name.url === null && (
        <Text size="sm" c="dimmed">
          {(name.problem ?? chosen === null) ? t('Announced only while others can connect.') : t('Announced now.')}
        </Text>
      )}
    </Section>
  );
}
