/** One operation at a time: chosen by a search, filled in, sent, and shown as code and as answered. */
import { Badge, Group, Paper, Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Failure, Loading } from '../../parts/states.tsx';
import { channelsQuery, usersQuery, useSession } from '../../queries.ts';
import { keyOf, newestMessageQuery, operationsQuery, type Operation, type Real } from './catalogue.ts';
import { OperationForm } from './operation-form.tsx';
import type { Replay } from './screen.tsx';

const first = 'POST /api/v1/messages';

interface ExplorerProps {
  replay: Replay | null;
  onEffects: (requestId: string) => void;
}

export function Explorer({ replay, onEffects }: ExplorerProps) {
  const session = useSession();
  const operations = useQuery(operationsQuery);
  const users = useQuery(usersQuery);
  const channels = useQuery(channelsQuery(session.is_admin));
  const message = useQuery(newestMessageQuery);
  const error = operations.error ?? users.error ?? channels.error;
  if (error !== null)
    return (
      <Failure
        error={error}
        onRetry={() => void Promise.all([operations.refetch(), users.refetch(), channels.refetch()])}
      />
    );
  if (operations.data === undefined || users.data === undefined || channels.data === undefined || message.isPending)
    return <Loading />;
  const real = { session, users: users.data, channels: channels.data, messageId: message.data ?? null };
  return <Chooser operations={operations.data} real={real} replay={replay} onEffects={onEffects} />;
}

function Chooser({ operations, real, replay, onEffects }: ExplorerProps & { operations: Operation[]; real: Real }) {
  const [ours, setOurs] = useState(false);
  const replayed = replay === null ? undefined : found(operations, replay);
  const [chosen, setChosen] = useState<string | null>(replayed === undefined ? first : keyOf(replayed));
  const groups = useMemo(() => grouped(operations.filter((one) => ours || !one.console)), [operations, ours]);
  const operation = operations.find((one) => keyOf(one) === chosen);
  return (
    <Stack gap="md">
      <Group align="flex-end">
        <Select
          label="Operation"
          placeholder="Search by path or by what it does"
          searchable
          data={groups}
          value={chosen}
          onChange={(value) => value !== null && setChosen(value)}
          maxDropdownHeight={420}
          nothingFoundMessage="No operation has these letters."
          flex={1}
          miw={220}
        />
        <Switch
          label="The console's own too"
          checked={ours}
          onChange={(event) => setOurs(event.currentTarget.checked)}
          mb={8}
        />
      </Group>
      {operation !== undefined && (
        <>
          <Paper withBorder p="md">
            <Group gap="sm">
              <MethodBadge method={operation.method} />
              <Text ff="monospace" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {operation.path}
              </Text>
              <Badge variant="light" color="gray">
                {accessNames[operation.access]}
              </Badge>
              {operation.deprecated && (
                <Badge variant="light" color="red">
                  deprecated
                </Badge>
              )}
            </Group>
            <Text size="sm" mt={4}>
              {operation.summary}
            </Text>
          </Paper>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <OperationForm
              key={keyOf(operation)}
              operation={operation}
              real={real}
              replayed={operation === replayed ? replay?.values : undefined}
              onEffects={onEffects}
            />
          </SimpleGrid>
        </>
      )}
    </Stack>
  );
}

const accessNames: Record<Operation['access'], string> = {
  anonymous: 'no account needed',
  optional: 'with or without an account',
  member: 'any account',
  administrator: 'administrators',
  owner: 'owners',
};

export function MethodBadge({ method }: { method: string }) {
  const color = { GET: 'blue', POST: 'green', PATCH: 'yellow', PUT: 'yellow', DELETE: 'red' }[method] ?? 'gray';
  return (
    <Badge component="span" variant="outline" color={color} radius="sm" autoContrast style={{ flexShrink: 0 }}>
      <Text component="span" inherit c="var(--mantine-color-text)">
        {method}
      </Text>
    </Badge>
  );
}

function found(operations: Operation[], { method, path }: Replay): Operation | undefined {
  return operations.find((one) => one.method === method && one.path === path);
}

/** By the first word of the path, in the order of the words. */
function grouped(operations: Operation[]): { group: string; items: { value: string; label: string }[] }[] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const [word = '', second = ''] = operation.path
      .replace(/^\/api\/v1/, '')
      .split('/')
      .filter(Boolean);
    const group = word === 'console' ? `console ${second}` : word;
    groups.set(group, [...(groups.get(group) ?? []), operation]);
  }
  return [...groups]
    .map(([group, ones]) => ({
      group,
      items: ones.map((one) => ({
        value: keyOf(one),
        label: `${one.method} ${one.path.replace(/^\/api\/v1/, '')}: ${one.summary}`,
      })),
    }))
    .toSorted((a, b) => a.group.localeCompare(b.group));
}
