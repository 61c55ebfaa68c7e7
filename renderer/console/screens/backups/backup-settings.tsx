/** What owners decide: every day or not, how many stay, and where they go. */
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
                'Older ones are deleted once a new one has succeeded. As many backups from before a restore are kept. Manual backups stay until you delete them.',
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
                'On the server, such as a USB or network drive, so that a broken disk does not take the backups with it. Leave empty for the data folder.',
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
