/** What the data of the demo can be put back to: scenarios, and snapshots that somebody saved. */
import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { TextBlock } from '../../parts/json-text.tsx';
import { useSession } from '../../queries.ts';
import { demoAccountsQuery, type DemoAccountWire, type DemoWire } from '../../training.ts';
import { Snapshots } from './snapshots.tsx';

/** Where the data is to be put back to. */
export interface Target {
  scenario?: string;
  snapshot?: string;
  /** For a person. */
  title: string;
}

export function Scenarios({ demo }: { demo: DemoWire }) {
  const [target, setTarget] = useState<Target | null>(null);
  const { user_id: id } = useSession();
  const own = useQuery(demoAccountsQuery).data?.find((account) => account.user_id === id);
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {demo.scenarios.map(({ name, title, description, is_ready: isReady }) => {
          const isCurrent = demo.snapshot === null && demo.scenario === name;
          return (
            <Paper key={name} withBorder p="md" component="section" aria-label={title}>
              <Stack gap="xs" h="100%">
                <Group justify="space-between">
                  <Title order={2} fz="h4">
                    {title}
                  </Title>
                  {isCurrent && <Badge variant="light">Now</Badge>}
                </Group>
                <Text size="sm" flex={1}>
                  {description}
                </Text>
                <Group justify="space-between">
                  <Text size="xs" c="dimmed">
                    {isReady ? 'Ready: takes less than a second' : 'Is built when it is first needed: some seconds'}
                  </Text>
                  <Button
                    size="xs"
                    variant={isCurrent ? 'filled' : 'default'}
                    onClick={() => setTarget({ scenario: name, title })}
                    aria-label={isCurrent ? `Reset ${title}` : `Switch to ${title}`}
                  >
                    {isCurrent ? 'Reset' : 'Switch'}
                  </Button>
                </Group>
              </Stack>
            </Paper>
          );
        })}
      </SimpleGrid>
      <Snapshots demo={demo} onReset={setTarget} />
      <Stack gap="xs">
        <Title order={2} fz="h4">
          The same by one call
        </Title>
        <Text size="sm" c="dimmed">
          Answers when it is done. Ids, keys, texts and times are the same every time; the last day is {demo.last_day}.
        </Text>
        <TextBlock text={resetCall(demo, own)} label="the call" />
      </Stack>
      {target !== null && <Reset target={target} onClose={() => setTarget(null)} />}
    </Stack>
  );
}

function resetCall({ scenario }: DemoWire, own: DemoAccountWire | undefined): string {
  const who = own === undefined ? 'YOUR_EMAIL:YOUR_API_KEY' : `${own.email}:${own.api_key}`;
  return `curl -u ${who} ${window.location.origin}/api/v1/console/training/reset -d scenario=${scenario}`;
}

function Reset({ target: { title, ...params }, onClose }: { target: Target; onClose: () => void }) {
  const client = useQueryClient();
  const reset = useMutation({
    mutationFn: () => request<{ took_ms: number }>('POST', '/console/training/reset', params),
    onSuccess: ({ took_ms: took }) => {
      notifications.show({ message: `${title}: put back in ${(took / 1000).toFixed(1)} s.`, color: 'green' });
      onClose();
      // Whatever was shown is of other data.
      void client.invalidateQueries();
    },
  });
  return (
    <ConfirmModal
      title={`Put the data back to “${title}”?`}
      confirmLabel="Put back"
      pending={reset.isPending}
      error={reset.error}
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    >
      Everything that happened since goes, unless you save a snapshot first. Programs are told to register again;
      whoever is signed in to the console stays so.
    </ConfirmModal>
  );
}
