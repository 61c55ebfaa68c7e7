/** The backups that there are. Only owners have them in hand: a backup holds what its writers meant for no one else. */
import { Badge, Box, Button, Group, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { sizeText } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { PagedTable } from '../../components/paged-table.tsx';
import type { SortableColumn } from '../../components/sorting.tsx';
import { Ago } from '../../components/time.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import { backupPath, backupsQuery, madeAt, type Backup } from '../../restore/backups.ts';
import { contentText, BackupFacts } from '../../restore/content.tsx';
import { RestoreModal } from '../../restore/restore-modal.tsx';
import { CheckBackup } from './check-backup.tsx';

type Errand = { what: 'delete' | 'restore' | 'check'; backup: Backup };

interface Row {
  backup: Backup;
  onErrand: (what: Errand['what']) => void;
}

const columns = perLanguage((): SortableColumn<Row>[] => [
  {
    id: 'made',
    head: t('Created'),
    cell: ({ backup }) => <Made backup={backup} />,
    order: ({ backup }) => backup.made_at,
  },
  {
    id: 'size',
    head: t('Size'),
    width: '105px',
    align: 'right',
    cell: ({ backup }) => sizeText(backup.size),
    order: ({ backup }) => backup.size,
  },
]);
const ownerColumns = perLanguage((): SortableColumn<Row>[] => [
  ...columns(),
  { id: 'actions', head: t('Actions'), isActions: true, width: '230px', cell: (row) => <Actions {...row} /> },
]);
const kindNames = perLanguage((): Record<Backup['kind'], string> => ({
  daily: t('daily'),
  manual: t('manual'),
  safety: t('before a restore'),
}));

export function BackupTable({ backups, isOwner }: { backups: Backup[]; isOwner: boolean }) {
  const [errand, setErrand] = useState<Errand | null>(null);
  const close = (): void => setErrand(null);
  const rows = backups.map((backup) => ({ backup, onErrand: (what: Errand['what']) => setErrand({ what, backup }) }));
  return (
    <>
      <PagedTable
        caption={t('Backups')}
        rows={rows}
        rowKey={({ backup }) => backup.name}
        columns={isOwner ? ownerColumns() : columns()}
        minWidth={isOwner ? 540 : 320}
      />
      {!isOwner && (
        <Text size="sm" c="dimmed">
          {t('Owners can download, restore and delete backups.')}
        </Text>
      )}
      {errand?.what === 'delete' && <Delete backup={errand.backup} onClose={close} />}
      {errand?.what === 'restore' && <RestoreKept backup={errand.backup} onClose={close} />}
      {errand?.what === 'check' && <CheckBackup backup={errand.backup} onClose={close} />}
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
          {kindNames()[backup.kind]}
        </Badge>
        {backup.checked_at !== null && (
          <Badge variant="light" color="green" size="sm">
            {t('checked')}
          </Badge>
        )}
      </Group>
      {!backup.is_own && (
        <Text size="sm">
          {t('From {{organization}}, previously on this computer.', {
            organization: backup.organization ?? t('another organization'),
          })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {backup.counts === null
          ? t('Contents unknown because the description file is missing. Check the backup to read them.')
          : contentText(backup.counts)}
      </Text>
      {backup.lacking !== '' && (
        <Text size="sm">
          {t('Incomplete: {{lacking}}. See the server log for the list.', { lacking: backup.lacking })}
        </Text>
      )}
    </Box>
  );
}

function Actions({ backup, onErrand }: Row) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        component="a"
        href={`/api/v1${backupPath(backup)}`}
        download
        aria-label={t('Download backup from {{madeAt}}', { madeAt: madeAt(backup) })}
      >
        {t('Download')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            aria-label={t('More actions for backup from {{madeAt}}', { madeAt: madeAt(backup) })}
          >
            {t('More')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onErrand('check')}>{t('Check now')}</Menu.Item>
          <Menu.Item onClick={() => onErrand('restore')}>{t('Restore…')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => onErrand('delete')}>{t('Delete…')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function Delete({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  return (
    <ConfirmAction
      ask={t('Delete this backup?')}
      confirm={t('Delete backup')}
      run={() => request('DELETE', backupPath(backup))}
      done={{ title: t('Deleted'), message: t('Deleted the backup from {{madeAt}}.', { madeAt: madeAt(backup) }) }}
      stale={[backupsQuery.queryKey]}
      onClose={onClose}
    >
      {t('The backup from {{madeAt}} ({{size}}) is permanently deleted. Current data is not affected.', {
        madeAt: madeAt(backup),
        size: sizeText(backup.size),
      })}
    </ConfirmAction>
  );
}

/** Restoring a backup of the list. */
function RestoreKept({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  return (
    <RestoreModal ask={(password) => request('POST', `${backupPath(backup)}/restore`, { password })} onClose={onClose}>
      <BackupFacts backup={backup} />
    </RestoreModal>
  );
}
