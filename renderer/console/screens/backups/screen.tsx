/** Backups: how it stands, making one now, those that there are, and what owners decide about them. */
import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure, useInterval } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sizeText } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { ownerRole } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { Ago } from '../../components/time.tsx';
import { Page } from '../../layout/page.tsx';
import { backupsQuery, type Backups, type RunningBackup } from '../../restore/backups.ts';
import { BackupSettings } from './backup-settings.tsx';
import { BackupTable } from './backup-table.tsx';
import { ExportTeam } from './export-team.tsx';
import { MoveToComputer } from './move-to-computer.tsx';
import { RestoreFile } from './restore-file.tsx';

const page = perLanguage(() => ({
  title: t('Backups'),
  description: t('Each backup is one file with all messages, accounts, settings and uploaded files.'),
}));

export function BackupsScreen() {
  const client = useQueryClient();
  const isOwner = useSession().role === ownerRole;
  const [isFileOpen, { open: openFile, close: closeFile }] = useDisclosure(false);
  const { data, error, refetch } = useQuery(backupsQuery);
  const start = useMutation({
    mutationFn: () => request('POST', '/console/backups'),
    onSuccess: () => client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  });
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      {...page()}
      actions={
        <Group gap="xs">
          {isOwner && (
            <Button variant="default" onClick={openFile}>
              {t('Restore from a file')}
            </Button>
          )}
          <Button
            onClick={() => start.mutate()}
            loading={start.isPending}
            disabled={data === undefined || data.running !== null}
          >
            {t('Back up now')}
          </Button>
        </Group>
      }
    >
      {start.error !== null && (
        <Alert color="red" role="alert">
          {start.error.message}
        </Alert>
      )}
      {data === undefined ? <Loading /> : <Shown data={data} isOwner={isOwner} />}
      {isFileOpen && <RestoreFile onClose={closeFile} />}
    </Page>
  );
}

function Shown({ data, isOwner }: { data: Backups; isOwner: boolean }) {
  const { backups, problem, last_failure: failure } = data;
  return (
    <Stack gap="lg">
      {problem !== null && (
        <Alert color="red" role="alert" title={t("The backup folder can't be used")}>
          {problem}
        </Alert>
      )}
      {failure !== null && failure.message !== problem && (
        <Alert color="red" role="alert" title={t('The last backup failed')}>
          {failure.message} <Ago date={new Date(failure.at * 1000)} />
        </Alert>
      )}
      <BackupStatus data={data} />
      {backups.length > 0 && <BackupTable backups={backups} isOwner={isOwner} />}
      {backups.length === 0 && problem === null && (
        <Paper withBorder>
          <Nothing title={t('No backup yet')}>
            {t('The first backup runs automatically within minutes. To back up now, use the button above.')}
          </Nothing>
        </Paper>
      )}
      <BackupSettings saved={data.settings} isOwner={isOwner} />
      <MoveToComputer />
      {isOwner && <ExportTeam />}
      <Help />
    </Stack>
  );
}

/** Always there, so that a screen reader hears how far it is and nothing jumps. */
function BackupStatus({ data: { running, next_at: next, disk } }: { data: Backups }) {
  return (
    <Paper withBorder p="lg">
      <Stack gap="xs">
        <Text component="output" size="sm">
          {running !== null && progressText(running)}
          {running === null && next === null && t('Daily backups are turned off.')}
          {running === null && next !== null && (
            <>
              {t('Next daily backup:')} <Due at={next} />.
            </>
          )}
        </Text>
        <Progress
          value={running === null ? 0 : portion(running)}
          animated={running !== null}
          aria-label={t('Progress of the backup')}
          style={{ visibility: running === null ? 'hidden' : 'visible' }}
        />
        {disk !== null && (
          <Text size="sm" c="dimmed">
            {t('{{size}} of {{size2}} free on the backup disk. A backup takes about {{size3}}.', {
              size: sizeText(disk.free_bytes),
              size2: sizeText(disk.total_bytes),
              size3: sizeText(disk.needed_bytes),
            })}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Due({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 10_000, { autoInvoke: true });
  return at * 1000 <= now ? t('in a few minutes') : <Ago date={new Date(at * 1000)} />;
}

function progressText({ phase, done_bytes: done, total_bytes: total }: RunningBackup): string {
  if (phase === 'writing' && total > 0)
    return t('Backing up: {{size}} of {{size2}}.', { size: sizeText(done), size2: sizeText(total) });
  if (phase !== 'checking') return t('Backing up.');
  return t('Verifying: {{size}} of {{size2}}.', { size: sizeText(done), size2: sizeText(total) });
}

/** As full as the text beside it says: of writing, then of verifying. */
function portion({ done_bytes: done, total_bytes: total }: RunningBackup): number {
  return Math.max(2, total === 0 ? 0 : (done / total) * 100);
}

function Help() {
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm" align="flex-start">
        <Heading>{t('Troubleshooting')}</Heading>
        <Text size="sm" c="dimmed">
          {t(
            'A file for support with logs, versions, storage state and settings. It contains computer addresses, but no passwords, keys or messages.',
          )}
        </Text>
        <Button component="a" href="/api/v1/console/log_bundle" download variant="default">
          {t('Download diagnostics')}
        </Button>
      </Stack>
    </Paper>
  );
}
