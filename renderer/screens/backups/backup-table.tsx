/** The backups that there are. Only owners have them in hand: a backup holds what its writers meant for nobody else. */
import { Badge, Box, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { PagedTable, type Column } from '../../parts/paged-table.tsx';
import { Ago, bytes } from '../../parts/time.tsx';
import { backupPath, backupsQuery, type Backup } from './backups.ts';

const number = new Intl.NumberFormat();
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const madeAt = (backup: Backup): string => moment.format(new Date(backup.made_at * 1000));

interface Row {
  backup: Backup;
  onDelete: () => void;
}

const columns: Column<Row>[] = [
  { head: 'Made', cell: ({ backup }) => <Made backup={backup} /> },
  { head: 'Size', width: '105px', align: 'right', cell: ({ backup }) => bytes(backup.size) },
];
const ownerColumns: Column<Row>[] = [
  ...columns,
  { head: 'Actions', width: '215px', cell: (row) => <Actions {...row} /> },
];

export function BackupTable({ backups, isOwner }: { backups: Backup[]; isOwner: boolean }) {
  const [deleting, setDeleting] = useState<Backup | null>(null);
  const rows = backups.map((backup) => ({ backup, onDelete: () => setDeleting(backup) }));
  return (
    <>
      <PagedTable
        caption="Backups"
        rows={rows}
        rowKey={({ backup }) => backup.name}
        columns={isOwner ? ownerColumns : columns}
        minWidth={isOwner ? 505 : 320}
      />
      {!isOwner && (
        <Text size="sm" c="dimmed">
          Owners can download and delete backups.
        </Text>
      )}
      {deleting !== null && <Delete backup={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function Made({ backup }: { backup: Backup }) {
  return (
    <Box>
      <Text inherit fw={500}>
        {madeAt(backup)}
      </Text>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          <Ago date={new Date(backup.made_at * 1000)} />
        </Text>
        <Badge variant="light" color="gray" size="sm">
          {backup.kind === 'daily' ? 'daily' : 'by hand'}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {contentOf(backup)}
      </Text>
    </Box>
  );
}

function contentOf({ counts }: Backup): string {
  if (counts === null) return 'Content not known: the note beside the file is gone.';
  const { users, channels, messages, files } = counts;
  return [
    counted(messages, 'message'),
    counted(users, 'account'),
    counted(channels, 'channel'),
    counted(files, 'file'),
  ].join(', ');
}

const counted = (count: number, noun: string): string => `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`;

function Actions({ backup, onDelete }: Row) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        component="a"
        href={`/api/v1${backupPath(backup)}`}
        download
        aria-label={`Download the backup of ${madeAt(backup)}`}
      >
        Download
      </Button>
      <Button size="xs" variant="default" onClick={onDelete} aria-label={`Delete the backup of ${madeAt(backup)}`}>
        Delete
      </Button>
    </Group>
  );
}

function Delete({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => request('DELETE', backupPath(backup)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: backupsQuery.queryKey });
      notifications.show({ title: 'Deleted', message: `The backup of ${madeAt(backup)} is gone.` });
      onClose();
    },
  });
  return (
    <ConfirmModal
      title="Delete this backup?"
      confirmLabel="Delete backup"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      The backup of {madeAt(backup)} ({bytes(backup.size)}) is deleted for good. What people have written stays.
    </ConfirmModal>
  );
}
