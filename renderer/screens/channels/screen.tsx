/** The channels that the caller may see, by folder, with a form for each and for a new one. */
import { Anchor, Badge, Box, Button, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Channel, ChannelFolder } from '../../api.ts';
import { Page } from '../../parts/page.tsx';
import { PagedTable, type Column } from '../../parts/paged-table.tsx';
import { Failure, Loading, Nothing } from '../../parts/states.tsx';
import { Day } from '../../parts/time.tsx';
import { channelsQuery, foldersQuery, useSession } from '../../queries.ts';
import { CreateChannel } from './create-channel.tsx';
import { EditChannel } from './edit-channel.tsx';

type Shown = 'active' | 'archived';

/** A channel, and what opens it: for administrators, and for whoever made it. */
type Row = Channel & { onOpen: (() => void) | undefined };

const columns: Column<Row>[] = [
  {
    head: 'Name',
    cell: (channel) => (
      <Box>
        <Name {...channel} />
        <Text size="sm" c="dimmed" lineClamp={1}>
          {channel.description}
        </Text>
      </Box>
    ),
  },
  {
    head: 'Access',
    width: '24%',
    cell: (channel) => (
      <Badge variant="light" color={channel.invite_only ? 'ember' : 'gray'}>
        {access(channel)}
      </Badge>
    ),
  },
  { head: 'Subscribers', width: '15%', align: 'right', cell: (channel) => channel.subscriber_count },
  { head: 'Created', width: '16%', cell: (channel) => <Day date={new Date(channel.date_created * 1000)} /> },
  { head: 'ID', width: '9%', align: 'right', cell: (channel) => channel.stream_id },
];

export function Channels() {
  const session = useSession();
  const channels = useQuery(channelsQuery(session.is_admin));
  const folders = useQuery(foldersQuery);
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>('active');
  const [opened, setOpened] = useState<number | null>(null);
  const [creating, { open, close }] = useDisclosure(false);
  const groups = useMemo(() => {
    const words = search.trim().toLowerCase();
    const rows = (channels.data ?? []).filter(
      (one) => one.is_archived === (shown === 'archived') && one.name.toLowerCase().includes(words),
    );
    return byFolder(rows, folders.data ?? []);
  }, [channels.data, folders.data, search, shown]);
  const error = channels.error ?? folders.error;
  if (error !== null)
    return <Failure error={error} onRetry={() => void Promise.all([channels.refetch(), folders.refetch()])} />;
  const openerOf = ({ stream_id, creator_id }: Channel) =>
    session.is_admin || creator_id === session.user_id ? () => setOpened(stream_id) : undefined;
  const openedChannel = channels.data?.find((channel) => channel.stream_id === opened);
  const loaded = channels.data !== undefined && folders.data !== undefined;
  return (
    <Page
      title="Channels"
      description="Where the team talks, topic by topic."
      actions={<Button onClick={open}>Create channel</Button>}
    >
      <Group align="flex-end">
        <TextInput
          label="Search"
          placeholder="Channel name"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          flex={1}
          miw={200}
        />
        <SegmentedControl
          aria-label="State"
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          data={[
            { value: 'active', label: 'Active' },
            { value: 'archived', label: 'Archived' },
          ]}
        />
      </Group>
      {!loaded && <Loading />}
      {loaded && groups.length === 0 && (
        <Nothing title="No channels to show">
          {search !== ''
            ? 'No channel has these letters in its name.'
            : shown === 'archived'
              ? 'No channel was archived.'
              : 'Create the first one with the button above.'}
        </Nothing>
      )}
      {loaded &&
        groups.map(({ folder, rows }) => (
          <Stack key={folder?.id ?? 0} gap="xs">
            {(folder !== null || groups.length > 1) && (
              <Title order={2} fz="h4">
                {folder?.name ?? 'Other channels'}
              </Title>
            )}
            <PagedTable
              caption={folder?.name ?? 'Channels'}
              rows={rows.map((channel) => ({ ...channel, onOpen: openerOf(channel) }))}
              rowKey={(channel) => channel.stream_id}
              columns={columns}
              minWidth={640}
            />
          </Stack>
        ))}
      {creating && <CreateChannel onClose={close} />}
      {openedChannel !== undefined && <EditChannel channel={openedChannel} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function Name({ name, onOpen }: Row) {
  if (onOpen === undefined)
    return (
      <Text inherit fw={500}>
        #{name}
      </Text>
    );
  return (
    <Anchor component="button" type="button" ta="left" inherit fw={500} c="inherit" onClick={onOpen}>
      #{name}
    </Anchor>
  );
}

function access(channel: Channel): string {
  if (channel.is_web_public) return 'Web-public';
  if (!channel.invite_only) return 'Public';
  return channel.history_public_to_subscribers ? 'Private' : 'Private, own history';
}

interface FolderGroup {
  folder: ChannelFolder | null;
  rows: Channel[];
}

/** Folders in their order, then what is in none; nothing empty. */
function byFolder(channels: Channel[], folders: ChannelFolder[]): FolderGroup[] {
  const sorted = channels.toSorted((a, b) => a.name.localeCompare(b.name));
  const known = new Set(folders.map(({ id }) => id));
  const groups: FolderGroup[] = folders.map((folder) => ({
    folder,
    rows: sorted.filter((one) => one.folder_id === folder.id),
  }));
  groups.push({ folder: null, rows: sorted.filter((one) => one.folder_id === null || !known.has(one.folder_id)) });
  return groups.filter(({ rows }) => rows.length > 0);
}
