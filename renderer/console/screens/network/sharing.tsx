/** Network sharing switch, the address that they use, and the other addresses of this computer, of which one can be chosen. */
import { Accordion, Alert, Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { Section } from '../../components/section.tsx';
import { useNetworkChange, type NetworkState } from '../../network/network.ts';
import { TeamAddress } from '../../network/team-address.tsx';

interface SharingProps {
  network: NetworkState;
  isOwner: boolean;
}

export function Sharing({ network, isOwner }: SharingProps) {
  const change = useNetworkChange();
  const { shared, fixed, problem } = network;
  const wanted = change.isPending
    ? (change.variables.server_host ?? (shared ? '0.0.0.0' : '127.0.0.1')) !== '127.0.0.1'
    : shared;
  return (
    <Section title={t('Your team connects here')} error={change.error}>
      <Switch
        label={t('Allow connections from the network')}
        description={
          fixed.host
            ? t('Set by --host or HEARTH_HOST. Restart without it to change this here.')
            : t('Takes effect immediately. When off, only this computer can connect, and other connections end.')
        }
        checked={wanted}
        disabled={!isOwner || fixed.host || change.isPending}
        onChange={({ currentTarget }) =>
          change.mutate({ server_host: currentTarget.checked ? '0.0.0.0' : '127.0.0.1' })
        }
      />
      {problem !== null && (
        <Alert color="red" title={t("Others can't connect")}>
          {problem}
        </Alert>
      )}
      <TeamAddress network={network} />
      <Others network={network} isOwner={isOwner} />
    </Section>
  );
}

/** Every address, with what it leads to; chosen is one of them, by the server or by an owner. */
function Others({ network: { addresses, chosen, shared }, isOwner }: SharingProps) {
  const change = useNetworkChange();
  const pinned = addresses.find((address) => address.is_pinned);
  if (addresses.length < 2) return null;
  return (
    <Accordion variant="separated">
      <Accordion.Item value="others">
        <Accordion.Control>
          {t('All {{count}} addresses of this computer', { count: addresses.length })}
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {pinned === undefined
                ? t('Hearth uses the address on the office network, not those of VPNs and virtual machines.')
                : t('An owner chose the address that the team uses.')}
            </Text>
            {change.error !== null && (
              <Alert color="red" role="alert">
                {change.error.message}
              </Alert>
            )}
            <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
              {addresses.map(({ url, address, adapter, label, kind, is_pinned: isPinned }) => (
                <Group key={address} component="li" justify="space-between" gap="sm">
                  <div>
                    <Text ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                      {url}
                    </Text>
                    <Group gap="xs">
                      <Text size="sm" c="dimmed">
                        {label}, {adapter}
                      </Text>
                      {shared && chosen?.address === address && (
                        <Badge variant="dot" color="green" tt="none">
                          {isPinned ? t('Chosen by an owner') : t('In use')}
                        </Badge>
                      )}
                    </Group>
                  </div>
                  <Group gap="xs">
                    <CopyText text={url} label={url} />
                    {isOwner && !isPinned && kind !== 'link_local' && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        disabled={change.isPending}
                        aria-label={t('Use {{address}}', { address })}
                        onClick={() => change.mutate({ team_address_pin: { adapter, address } })}
                      >
                        {t('Use this address')}
                      </Button>
                    )}
                  </Group>
                </Group>
              ))}
            </Stack>
            {isOwner && pinned !== undefined && (
              <Group>
                <Button
                  variant="default"
                  size="xs"
                  disabled={change.isPending}
                  onClick={() => change.mutate({ team_address_pin: null })}
                >
                  {t('Choose automatically')}
                </Button>
              </Group>
            )}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
