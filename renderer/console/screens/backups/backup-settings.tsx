/** Backup settings of owners: daily or not, how many to keep, and the folder. */
import { Alert, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { backupsQuery, type Backups } from '../../restore/backups.ts';
import { ServerForm } from '../../settings/server-form.tsx';

interface BackupSettingsProps {
  saved: Backups['settings'];
  isOwner: boolean;
}

export function BackupSettings({ saved, isOwner }: BackupSettingsProps) {
  return (
    <Stack gap="sm" component="section" aria-labelledby="backup-settings">
      <Heading id="backup-settings">{t('Settings')}</Heading>
      {!isOwner && <Alert>{t('Only owners can change these.')}</Alert>}
      <ServerForm
        path="/console/backup_settings"
        queryKey={backupsQuery.queryKey}
        saved={saved}
        message={t('Your changes are in effect.')}
      >
        {(form) => (
          <>
            <Switch
              label={t('Back up every day')}
              disabled={!isOwner}
              {...form.getInputProps('backup_daily', { type: 'checkbox' })}
            />
            <NumberInput
              label={t('Daily backups to keep')}
              description={t(
                'Older daily backups are deleted after a new one succeeds. The same number of backups made before a restore is kept. Manual backups are kept until you delete them.',
              )}
              min={1}
              max={1000}
              allowDecimal={false}
              disabled={!isOwner}
              {...form.getInputProps('backup_keep')}
            />
            <TextInput
              label={t('Another folder (optional)')}
              description={t(
                'A folder on another disk of the server, such as a USB or network drive, so that backups survive a disk failure. Leave empty to use the data folder.',
              )}
              placeholder={t('/media/backups')}
              disabled={!isOwner}
              {...form.getInputProps('backup_dir')}
            />
          </>
        )}
      </ServerForm>
    </Stack>
  );
}
