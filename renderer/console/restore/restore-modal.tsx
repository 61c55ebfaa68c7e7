/**
 * The question before a backup takes the place of everything that is here: what is in it, what happens, and the password of the
 * owner who asks. Afterwards the page begins again, because no one is sure to be signed in any more.
 */
import { Alert, Button, Group, List, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../client/request.ts';
import { richText } from '../../client/rich-text.ts';
import { t } from '../../client/text.ts';
import { Dialog } from '../components/dialog.tsx';
import { backupsQuery } from './backups.ts';
import { Restoring } from './restoring.tsx';

interface RestoreModalProps {
  /** Asks the server to restore it. */
  ask: (password: string) => Promise<{ safety_copy: { name: string } }>;
  onClose: () => void;
  /** What is in the backup. */
  children: ReactNode;
}

export function RestoreModal({ ask, onClose, children }: RestoreModalProps) {
  const [password, setPassword] = useState('');
  const restore = useMutation({ mutationFn: () => ask(password) });
  const { data } = useQuery({ ...backupsQuery, enabled: restore.isPending });
  const isWrong = restore.error instanceof ApiError && restore.error.parameters.includes('password');
  return (
    <Dialog
      title={restore.isSuccess ? t('Restored') : t('Restore this backup?')}
      onClose={restore.isPending ? () => undefined : onClose}
      hasClose={!restore.isPending && !restore.isSuccess}
    >
      {restore.isSuccess ? (
        <Done safetyCopy={restore.data.safety_copy.name} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            restore.mutate();
          }}
        >
          <Stack>
            {children}
            {restore.error !== null && !isWrong && (
              <Alert color="red" role="alert" title={t('Nothing was changed')}>
                {restore.error.message}
              </Alert>
            )}
            {restore.isPending ? (
              <Restoring progress={data?.restoring ?? null} />
            ) : (
              <>
                <List size="sm" c="dimmed">
                  <List.Item>
                    {t('All current data is replaced. Messages sent since the backup are removed from the chat.')}
                  </List.Item>
                  <List.Item>{t('The current data is backed up first, so you can return to it.')}</List.Item>
                  <List.Item>
                    {t(
                      'Accounts, roles, passwords and API keys return to their state at the time of the backup. Apps stay connected.',
                    )}
                  </List.Item>
                  <List.Item>
                    {t(
                      'Some people must sign in to the console again. Password links and email invitations must be sent again.',
                    )}
                  </List.Item>
                </List>
                <PasswordInput
                  label={t('Your password')}
                  autoComplete="current-password"
                  required
                  value={password}
                  error={isWrong ? restore.error?.message : undefined}
                  onChange={(event) => setPassword(event.currentTarget.value)}
                />
                <Group justify="flex-end">
                  <Button variant="default" onClick={onClose}>
                    {t('Cancel')}
                  </Button>
                  <Button type="submit" color="red" disabled={password === ''}>
                    {t('Replace everything')}
                  </Button>
                </Group>
              </>
            )}
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

function Done({ safetyCopy }: { safetyCopy: string }) {
  return (
    <Stack>
      <Text size="sm">
        {richText(
          'Backup restored. The previous data is in the list of backups as <b>{{name}}</b>.',
          { name: safetyCopy },
          {
            b: <Text span inherit fw={600} style={{ overflowWrap: 'anywhere' }} />,
          },
        )}
      </Text>
      <Group justify="flex-end">
        <Button onClick={() => window.location.assign('/console/backups')} data-autofocus>
          {t('Continue')}
        </Button>
      </Group>
    </Stack>
  );
}
