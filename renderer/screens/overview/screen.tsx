/** How the server is doing: where the team reaches it, who and what is in it, and what it uses. */
import { Alert, Anchor, Badge, Code, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { CopyText } from '../../parts/copy-text.tsx';
import { Page } from '../../parts/page.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { Ago, bytes, duration } from '../../parts/time.tsx';
import { overviewQuery } from '../../queries.ts';
import { Facts, Figure } from './facts.tsx';
import type { Overview } from './overview.ts';

const number = new Intl.NumberFormat();

export function OverviewScreen() {
  const { data, error, refetch } = useQuery(overviewQuery);
  // What was shown before stays on screen through a short interruption; the badge above says that it is not live.
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <Page title="Overview" description="Where your team connects, and how the server is doing.">
      {data === undefined ? <Loading /> : <Figures overview={data} />}
    </Page>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const { counts, storage } = overview;
  return (
    <Stack gap="lg">
      {storage.state !== 'ok' && (
        <Alert color="red" role="alert" title="The disk does not take writes">
          Reading goes on; nothing can be sent until there is space again. The server says: {storage.state}.
        </Alert>
      )}
      <Attention lines={overview.attention} />
      <Addresses addresses={overview.addresses} />
      <SimpleGrid component="dl" m={0} cols={{ base: 2, sm: 4 }}>
        <Figure
          label="People"
          value={number.format(counts.users)}
          note={counts.deactivated > 0 ? `${number.format(counts.deactivated)} more deactivated` : undefined}
        />
        <Figure label="Bots" value={number.format(counts.bots)} />
        <Figure label="Channels" value={number.format(counts.channels)} />
        <Figure label="Messages" value={number.format(counts.messages)} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Facts
          title="Server"
          facts={[
            ['Running for', duration(overview.uptime_seconds)],
            ['Started', <Ago key="started" date={new Date(overview.started_at * 1000)} />],
            ['Version', overview.version],
            ['Memory', bytes(overview.memory_bytes)],
            ['Event queues', number.format(overview.event_queues)],
          ]}
        />
        <Facts
          title="Storage"
          facts={[
            ['Last snapshot', storage.database_bytes === 0 ? 'none needed yet' : bytes(storage.database_bytes)],
            ['Journal', bytes(storage.journal_bytes)],
            ['Uploads', bytes(storage.uploads_bytes)],
            ['Last backup', <LastBackup key="backup" overview={overview} />],
            ['Free on the disk', `${bytes(overview.disk.free_bytes)} of ${bytes(overview.disk.total_bytes)}`],
            ['Folder', <Code key="folder">{storage.data_dir}</Code>],
          ]}
        />
      </SimpleGrid>
    </Stack>
  );
}

/** What will go wrong unless somebody looks after it. */
function Attention({ lines }: { lines: Overview['attention'] }) {
  if (lines.length === 0) return null;
  return (
    <Alert color="red" title="Needs attention">
      <Stack gap="xs" component="ul" m={0} pl="md">
        {lines.map(({ kind, message }) => (
          <Text key={kind} component="li" size="sm">
            {message}
          </Text>
        ))}
      </Stack>
      <Anchor component={Link} href="/backups" size="sm" c="var(--mantine-color-text)" mt="xs" display="inline-block">
        Open backups
      </Anchor>
    </Alert>
  );
}

function LastBackup({ overview: { last_backup: last } }: { overview: Overview }) {
  if (last === null) return 'none yet';
  return (
    <>
      <Ago date={new Date(last.made_at * 1000)} />, {bytes(last.size)}
    </>
  );
}

function Addresses({ addresses }: { addresses: Overview['addresses'] }) {
  const reachable = addresses.some((address) => !address.this_computer_only);
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} fz="h4">
          Your team connects here
        </Title>
        {addresses.map(({ url, label }) => (
          <Group key={url} gap="sm">
            <Text component="a" href={url} fz={{ base: 'lg', sm: 'xl' }} fw={600} c="var(--mantine-color-text)">
              {url}
            </Text>
            <CopyText text={url} label={url} />
            <Badge variant="light" color="gray">
              {label}
            </Badge>
          </Group>
        ))}
        {!reachable && (
          <Text size="sm" c="dimmed">
            Only programs on this computer reach this address. Start the server with <Code>--host 0.0.0.0</Code> to open
            it to the office network.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
