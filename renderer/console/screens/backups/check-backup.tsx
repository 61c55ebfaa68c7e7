/** A backup is read through once more, and what is in it shown: that a copy is good is known, not hoped. */
import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { Dialog } from '../../components/dialog.tsx';
import { backupPath, backupsQuery, madeAt, type Backup } from '../../restore/backups.ts';
import { BackupFacts } from '../../restore/content.tsx';

export function CheckBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const client = useQueryClient();
  const check = useQuery({
    queryKey: ['checked', backup.name],
    queryFn: async () => (await request('POST', `${backupPath(backup)}/check`)).backup,
    gcTime: 0,
    retry: false,
    staleTime: Infinity,
  });
  useEffect(() => {
    if (check.data !== undefined) void client.invalidateQueries({ queryKey: backupsQuery.queryKey });
  }, [check.data, client]);
  return (
    <Dialog title={<>{t('Backup from {{madeAt}}', { madeAt: madeAt(backup) })}</>} onClose={onClose}>
      <Stack>
        <Text component="output" size="sm">
          {check.isPending && (
            <Group component="span" gap="xs">
              <Loader size="xs" aria-hidden /> {t('Verifying the backup.')}
            </Group>
          )}
          {check.isSuccess && t('The backup is intact. All checksums match.')}
        </Text>
        {check.error !== null && (
          <Alert color="red" role="alert" title={t('Do not rely on this backup')}>
            {t('{{message}} Create a new backup and delete this one.', { message: check.error.message })}
          </Alert>
        )}
        {check.data !== undefined && <BackupFacts backup={check.data} />}
      </Stack>
    </Dialog>
  );
}
