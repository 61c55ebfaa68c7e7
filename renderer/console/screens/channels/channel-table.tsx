/** The channels of one folder: what they are, how large, how long they keep messages, and what can be done with each. */
import { useDraggable } from '@dnd-kit/react';
import { Anchor, Badge, Box, Button, Group, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { htmlText } from '../../../client/html-text.ts';
import type { Channel, ChannelFolder } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { DragHandle, plugins } from '../../components/drag-handle.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import type { SortableColumn } from '../../components/sorting.tsx';
import { ArchiveChannel, useUnarchive } from './archive.tsx';
import { dragId, handleOf, type Arrangement } from './arrangement.ts';
import { Retention } from './retention.tsx';
import { accessOf } from './settings.ts';

interface Row {
  channel: Channel;
  folders: ChannelFolder[];
  arrangement: Arrangement | undefined;
  /** undefined for those who may not. */
  onArchive: (() => void) | undefined;
}

const columns = perLanguage((): SortableColumn<Row>[] => [
  { id: 'name', head: t('Name'), cell: ({ channel }) => <Name {...channel} />, order: ({ channel }) => channel.name },
  {
    id: 'access',
    head: t('Access'),
    width: '160px',
    cell: ({ channel }) => (
      <Badge variant="light" color={channel.invite_only ? 'dusk' : 'gray'}>
        {accessOf(channel)}
      </Badge>
    ),
    order: ({ channel }) => accessOf(channel),
  },
  {
    id: 'subscribers',
    head: t('Subscribers'),
    width: '125px',
    align: 'right',
    cell: ({ channel }) => channel.subscriber_count,
    order: ({ channel }) => channel.subscriber_count ?? 0,
  },
  {
    id: 'retention',
    head: t('Retention'),
    width: '165px',
    cell: ({ channel }) => <Retention days={channel.message_retention_days} />,
    order: ({ channel }) => keptDays(channel.message_retention_days),
  },
  {
    id: 'id',
    head: t('ID'),
    width: '70px',
    align: 'right',
    cell: ({ channel }) => channel.stream_id,
    order: ({ channel }) => channel.stream_id,
  },
  { id: 'actions', head: t('Actions'), isActions: true, width: '115px', cell: (row) => <Actions {...row} /> },
]);
const movable = perLanguage((): SortableColumn<Row>[] => [
  { id: 'move', head: t('Move'), isMark: true, width: '84px', cell: (row) => <Handle {...row} /> },
  ...columns(),
]);

/** Parts of a channel's panel, by their name in its address. */
const sections = perLanguage(() => ({
  settings: t('Settings'),
  permissions: t('Permissions'),
  subscribers: t('Subscribers'),
  topics: t('Topics'),
}));

interface ChannelTableProps {
  caption: string;
  rows: Channel[];
  folders: ChannelFolder[];
  /** undefined for those who may only look. */
  arrangement: Arrangement | undefined;
}

export function ChannelTable({ caption, rows, folders, arrangement }: ChannelTableProps) {
  const session = useSession();
  const [archiving, setArchiving] = useState<Channel | null>(null);
  return (
    <>
      <PagedTable
        caption={caption}
        rows={rows.map((channel) => ({
          channel,
          folders,
          arrangement,
          onArchive:
            session.is_admin || channel.creator_id === session.user_id ? () => setArchiving(channel) : undefined,
        }))}
        rowKey={({ channel }) => channel.stream_id}
        columns={arrangement === undefined ? columns() : movable()}
        minWidth={arrangement === undefined ? 860 : 960}
      />
      {archiving !== null && <ArchiveChannel channel={archiving} onClose={() => setArchiving(null)} />}
    </>
  );
}

/** Channels that keep messages as the organization says come first, those that keep them forever last. @param days null: as the organization says; -1: forever. */
const keptDays = (days: number | null): number => (days === -1 ? Infinity : (days ?? 0));

/** Only the handle is dragged: a row would leave a hole in its table. */
function Handle({ channel, arrangement }: Row) {
  const { ref, isDragging } = useDraggable({ id: dragId.channel(channel.stream_id), type: 'channel', plugins });
  return (
    <Box
      component="span"
      display="inline-block"
      bd={isDragging ? '2px dashed var(--mantine-primary-color-filled)' : undefined}
    >
      <DragHandle
        handleRef={ref}
        id={handleOf(channel)}
        name={`#${channel.name}`}
        onStep={(step) => arrangement?.step(channel, step)}
      />
    </Box>
  );
}

function Name({ stream_id: id, name, rendered_description: description, is_default: isDefault }: Channel) {
  return (
    <Box>
      <Group gap="xs">
        <Anchor
          component={Link}
          href={`/channels/${id}`}
          inherit
          fw={500}
          c="inherit"
          style={{ overflowWrap: 'anywhere' }}
        >
          #{name}
        </Anchor>
        {isDefault === true && (
          <Badge variant="outline" color="gray" size="sm" title={t('Add new members automatically')}>
            {t('Default')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" lineClamp={1}>
        {htmlText(description)}
      </Text>
    </Box>
  );
}

function Actions({ channel, folders, arrangement, onArchive }: Row) {
  const unarchive = useUnarchive();
  const places = [...folders, null].filter((folder) => (folder?.id ?? null) !== channel.folder_id);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-sm" aria-label={t('Actions for #{{name}}', { name: channel.name })}>
          {t('Actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {Object.entries(sections()).map(([section, name]) => (
          <Menu.Item key={section} component={Link} href={`/channels/${channel.stream_id}/${section}`}>
            {name}
          </Menu.Item>
        ))}
        {arrangement !== undefined && places.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('Move')}</Menu.Label>
            {places.map((folder) => (
              <Menu.Item key={folder?.id ?? 0} onClick={() => arrangement.put(channel, folder?.id ?? null)}>
                {folder === null ? t('Remove from folder') : t('Move to {{name}}', { name: folder.name })}
              </Menu.Item>
            ))}
          </>
        )}
        {onArchive !== undefined && (
          <>
            <Menu.Divider />
            {channel.is_archived ? (
              <Menu.Item onClick={() => unarchive.mutate(channel)}>{t('Unarchive')}</Menu.Item>
            ) : (
              <Menu.Item c="var(--mantine-color-error)" onClick={onArchive}>
                {t('Archive')}
              </Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
