/** A page of uploads. Of files that are not for the reader is here only whose they are, when they came and their size. */
import { Anchor, Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sizeText } from '../../../client/formats.ts';
import { channelsQuery } from '../../../client/queries.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { PagedTable } from '../../components/paged-table.tsx';
import type { SortableColumn, SortingState } from '../../components/sorting.tsx';
import { Ago } from '../../components/time.tsx';
import { topicName } from '../../messages/message-peek.tsx';
import { usePeople } from '../../people/people.ts';
import type { Upload } from './uploads.ts';

interface Row {
  upload: Upload;
  owner: string;
  channelOf: (id: number) => string;
  onPeek: (messageId: number) => void;
  onDelete: () => void;
}

const columns = perLanguage((): SortableColumn<Row>[] => [
  { id: 'file', head: t('File'), cell: ({ upload }) => <File file={upload.file} /> },
  { id: 'uploaded-by', head: t('Uploaded by'), width: '170px', cell: ({ owner }) => owner },
  {
    id: 'size',
    head: t('Size'),
    width: '110px',
    align: 'right',
    cell: ({ upload }) => sizeText(upload.size),
    order: ({ upload }) => upload.size,
  },
  {
    id: 'uploaded',
    head: t('Uploaded'),
    width: '140px',
    cell: ({ upload }) => <Ago date={new Date(upload.create_time * 1000)} />,
    order: ({ upload }) => upload.create_time,
  },
  { id: 'used-in', head: t('Used in'), width: '260px', cell: (row) => <Places {...row} /> },
  {
    id: 'actions',
    head: t('Actions'),
    isActions: true,
    width: '115px',
    cell: ({ upload, onDelete }) => (
      <Button
        variant="outline"
        color="red"
        size="compact-sm"
        onClick={onDelete}
        aria-label={t('Delete {{name}}', { name: upload.file?.name ?? t('file {{id}}', { id: upload.id }) })}
      >
        {t('Delete')}
      </Button>
    ),
  },
]);

interface UploadTableProps {
  uploads: Upload[];
  /** Of all pages: the server sorts. */
  order: SortingState;
  onPeek: (messageId: number) => void;
  onDelete: (upload: Upload) => void;
}

export function UploadTable({ uploads, order, onPeek, onDelete }: UploadTableProps) {
  const session = useSession();
  const people = usePeople();
  const channels = useQuery(channelsQuery(session.is_admin));
  const names = new Map(channels.data?.map((channel) => [channel.stream_id, channel.name]));
  return (
    <PagedTable
      caption={t('Uploads')}
      rows={uploads.map((upload) => ({
        upload,
        owner: people.nameOf(upload.owner_id),
        channelOf: (id: number) => names.get(id) ?? t('a channel'),
        onPeek,
        onDelete: () => onDelete(upload),
      }))}
      rowKey={({ upload }) => upload.id}
      columns={columns()}
      minWidth={960}
      order={order}
    />
  );
}

function File({ file }: Pick<Upload, 'file'>) {
  if (file === null)
    return (
      <Text inherit c="dimmed" fs="italic" title={t('Only people who can open this file see its name')}>
        {t('Private file')}
      </Text>
    );
  return (
    <Anchor
      href={`/user_uploads/${file.path_id.split('/').map(encodeURIComponent).join('/')}`}
      target="_blank"
      rel="noreferrer"
      inherit
      c="inherit"
      style={{ overflowWrap: 'anywhere' }}
    >
      {file.name}
    </Anchor>
  );
}

function Places({ upload, channelOf, onPeek }: Row) {
  const others = upload.message_count - upload.messages.length;
  if (upload.message_count === 0)
    return (
      <Text inherit c="dimmed">
        {t('No message')}
      </Text>
    );
  return (
    <Stack gap={4} align="flex-start">
      {upload.messages.map(({ id, stream_id: channel, topic, timestamp }) => (
        <UnstyledButton key={id} fz="sm" td="underline" onClick={() => onPeek(id)}>
          {channel === null ? t('Message {{id}}', { id }) : `#${channelOf(channel)}, ${topicName(topic)}`},{' '}
          <Ago date={new Date(timestamp * 1000)} />
        </UnstyledButton>
      ))}
      {others > 0 && (
        <Text size="sm" c="dimmed">
          {upload.messages.length === 0
            ? t('{{count}} messages from other people', {
                count: others,
                defaultValue_one: '1 message from another person',
              })
            : t('{{count}} more messages', { count: others, defaultValue_one: '{{count}} more message' })}
        </Text>
      )}
    </Stack>
  );
}
