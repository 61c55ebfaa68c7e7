/**
 * The dot that is on every screen: whether the page is connected and the server well. Behind it is the list of what someone
 * should look at, each line with its next step, and the file for the user who helps.
 */
import { Box, Button, Group, Popover, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Alert } from '../../../server/contract/shapes/overview.ts';
import { tryNow } from '../../client/long-poll.ts';
import { useSession } from '../../client/session.ts';
import { perLanguage, t } from '../../client/text.ts';
import type { Connected } from '../live-queries.ts';
import { AlertList, Dot } from './alert-list.tsx';
import { severityColors, statusQuery } from './status.ts';

const words = perLanguage((): Record<Connected, string> => ({ live: t('Live'), lost: t('Not connected') }));

export function StatusMenu({ connection }: { connection: Connected }) {
  const session = useSession();
  const [opened, { toggle, close }] = useDisclosure(false);
  const { data = [] } = useQuery({ ...statusQuery, enabled: session.is_admin && connection === 'live' });
  const alerts = connection === 'live' ? data : [];
  // What is over and done is told to the user who asks, and colours nothing.
  const open = alerts.filter(({ severity }) => severity !== 'notice');
  return (
    <>
      <VisuallyHidden component="output">
        {connection === 'lost'
          ? t('The connection to the server was lost.')
          : open.map(({ title }) => title).join('. ')}
      </VisuallyHidden>
      <Popover opened={opened} onChange={close} width={360} position="bottom-end" withArrow shadow="md" trapFocus>
        <Popover.Target>
          <Button
            variant="default"
            size="xs"
            radius="xl"
            px="sm"
            onClick={toggle}
            leftSection={<Dot color={colorOf(connection, alerts)} />}
            rightSection={open.length > 0 && <Count alerts={open} />}
          >
            {words()[connection]}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('Server status')} maw="calc(100vw - 16px)" p={0}>
          <Box mah="min(70vh, 32rem)" p="md" style={{ overflowY: 'auto' }}>
            <Content connection={connection} alerts={alerts} isAdministrator={session.is_admin} onLeave={close} />
          </Box>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

function colorOf(connection: Connected, alerts: readonly Alert[]): string {
  if (connection === 'lost') return 'red';
  const worst = alerts.find(({ severity }) => severity !== 'notice')?.severity;
  return worst === undefined ? 'green' : severityColors[worst];
}

function Count({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <Box
      component="span"
      px={6}
      fz="xs"
      fw={700}
      c="black"
      bg={alerts.some(({ severity }) => severity === 'error') ? 'red.3' : 'yellow.4'}
      style={{ borderRadius: 8 }}
    >
      <span aria-hidden>{alerts.length}</span>
      <VisuallyHidden>
        {t('{{count}} items need attention', {
          count: alerts.length,
          defaultValue_one: '{{count}} item needs attention',
        })}
      </VisuallyHidden>
    </Box>
  );
}

interface ContentProps {
  connection: Connected;
  alerts: readonly Alert[];
  isAdministrator: boolean;
  onLeave: () => void;
}

function Content({ connection, alerts, isAdministrator, onLeave }: ContentProps) {
  return (
    <Stack gap="md">
      <Text fw={600}>{headline(connection, alerts)}</Text>
      {connection === 'lost' && (
        <Button size="xs" variant="default" onClick={tryNow}>
          {t('Retry now')}
        </Button>
      )}
      {connection === 'live' && alerts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('The server is running. Changes made elsewhere appear here immediately.')}
          {isAdministrator ? ` ${t('No items need attention.')}` : ''}
        </Text>
      )}
      {alerts.length > 0 && <AlertList alerts={alerts} onLeave={onLeave} />}
      {isAdministrator && connection === 'live' && (
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {t('For support:')}
          </Text>
          <Button
            component="a"
            href="/api/v1/console/log_bundle"
            download
            size="compact-xs"
            variant="default"
            title={t('One file with logs, versions and settings, without passwords, keys or messages')}
          >
            {t('Download diagnostics')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function headline(connection: Connected, alerts: readonly Alert[]): string {
  if (connection === 'lost') return t("Can't reach the server");
  const open = alerts.filter(({ severity }) => severity !== 'notice').length;
  if (open === 0) return t('All systems normal');
  return t('{{count}} items need attention', { count: open, defaultValue_one: '1 item needs attention' });
}
