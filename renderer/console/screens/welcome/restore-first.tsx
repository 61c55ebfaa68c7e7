/** An empty server is filled with a backup: the file, what is in it, the restore; then everyone signs in as before. */
import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReceivedBackup } from '../../../../server/contract/shapes/backups.ts';
import { firstRunQuery } from '../../../client/queries.ts';
import { ApiError, request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { AuthLayout } from '../../components/auth-layout.tsx';
import { ChooseBackup } from '../../restore/choose-backup.tsx';
import { BackupFacts, contentText } from '../../restore/content.tsx';
import { Restoring } from '../../restore/restoring.tsx';
import type { WayProps } from './team-form.tsx';

export function RestoreFirst({ token, onBack, onForgetLink }: WayProps) {
  const [backup, setBackup] = useState<ReceivedBackup | null>(null);
  if (backup !== null)
    return <Take token={token} backup={backup} onBack={() => setBackup(null)} onForgetLink={onForgetLink} />;
  return (
    <AuthLayout
      title={t('Restore a backup')}
      description={t('Choose the file. It is checked first. You see its contents before anything changes.')}
    >
      <Stack>
        <ChooseBackup setupToken={token} onReceived={setBackup} />
        <Text size="sm" c="dimmed">
          {t('On the other computer, it is under Backups or in the “backups” folder of its data folder.')}
        </Text>
        <Group>
          <Button variant="default" onClick={onBack}>
            {t('Back')}
          </Button>
        </Group>
      </Stack>
    </AuthLayout>
  );
}

interface TakeProps extends WayProps {
  backup: ReceivedBackup;
}

function Take({ token, backup, onBack, onForgetLink }: TakeProps) {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: () => request('POST', `/console/setup/restores/${backup.id}`, { token }),
    onSuccess: async () => {
      notifications.show({
        color: 'green',
        title: t('Restored'),
        message: t('{{contentText}}. Sign in with your existing password.', {
          contentText: contentText(backup.counts),
        }),
        autoClose: 15_000,
      });
      await client.invalidateQueries(firstRunQuery);
    },
  });
  const { data } = useQuery({ ...firstRunQuery, refetchInterval: restore.isPending ? 500 : false });
  const isLinkWrong = restore.error instanceof ApiError && restore.error.code === 'INVALID_SETUP_TOKEN';
  return (
    <AuthLayout title={t('Contents of the backup')} description={t('Nothing was changed yet.')}>
      <Stack>
        {restore.error !== null && (
          <Alert color="red" role="alert">
            {restore.error.message}{' '}
            {isLinkWrong && (
              <Anchor component="button" type="button" onClick={onForgetLink} inherit>
                {t('Use another setup link')}
              </Anchor>
            )}
          </Alert>
        )}
        <BackupFacts backup={backup} />
        {restore.isPending ? (
          <Restoring progress={data?.restoring ?? null} />
        ) : (
          <>
            <List size="sm" c="dimmed">
              <List.Item>
                {t(
                  'Everyone signs in with their existing password, and chat apps keep their API keys. Email invitations must be sent again.',
                )}
              </List.Item>
              <List.Item>{t('This computer has a new address. Share it or its QR code with your team.')}</List.Item>
            </List>
            <Group justify="space-between">
              <Button variant="default" onClick={onBack}>
                {t('Choose another file')}
              </Button>
              <Button onClick={() => restore.mutate()}>{t('Restore')}</Button>
            </Group>
          </>
        )}
      </Stack>
    </AuthLayout>
  );
}
