/** Settings of this computer: only in the window of the desktop app. */
import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { desktop, useDesktopState } from '../../../client/desktop.ts';
import { t } from '../../../client/text.ts';
import { Section } from '../../components/section.tsx';
import { Loading, Nothing } from '../../components/states.tsx';
import { Page } from '../../layout/page.tsx';
import { AlwaysThere } from './always-there.tsx';
import { DataFolder } from './data-folder.tsx';
import type { PartProps } from './part-props.ts';
import { Updates } from './updates.tsx';

export function ThisComputer() {
  const state = useDesktopState();
  return (
    <Page title={t('This computer')} description={t('Settings of the computer that runs the server.')}>
      {desktop === undefined ? (
        <Paper withBorder>
          <Nothing title={t('Only in the desktop app')}>
            {t('Open this screen in the Hearth app on the computer that runs the server.')}
          </Nothing>
        </Paper>
      ) : state === undefined ? (
        <Loading />
      ) : (
        <Parts state={state} app={desktop} />
      )}
    </Page>
  );
}

function Parts({ state, app }: PartProps) {
  return (
    <Stack gap="lg" maw={860}>
      <Said state={state} app={app} />
      {!state.hasSandbox && (
        <Alert color="yellow" title={t('The sandbox of this window is off')}>
          {t(
            'This system does not allow the sandbox for an AppImage or the root account. Install the .deb or .rpm package, and start Hearth with an ordinary account.',
          )}
        </Alert>
      )}
      <AlwaysThere state={state} app={app} />
      <DataFolder state={state} app={app} />
      <Updates state={state} app={app} />
      <Section title={t('Troubleshooting')}>
        <Text size="sm" c="dimmed">
          {t(
            'For support: the logs, or one file with logs, versions and settings. It contains no passwords, keys or messages.',
          )}
        </Text>
        <Group>
          <Button variant="default" onClick={() => void app.saveLogBundle()}>
            {t('Save diagnostics…')}
          </Button>
          <Button variant="default" onClick={() => void app.openLogFolder()}>
            {t('Show logs')}
          </Button>
        </Group>
      </Section>
    </Stack>
  );
}

/** What is being done, and where what was there before is now. That something is done is said on every screen (desktop-notices.tsx). */
function Said({ state: { notice, task }, app }: PartProps) {
  return (
    <>
      {task !== null && (
        <Alert title={task.kind === 'restore' ? t('Restoring the backup') : t('Working on the data')}>
          <Progress value={(task.progress ?? 1) * 100} animated={task.progress === null} aria-label={t('Progress')} />
        </Alert>
      )}
      {notice !== null && notice.folder !== null && (
        <Alert
          color="green"
          title={t('Done')}
          withCloseButton
          closeButtonLabel={t('Dismiss')}
          onClose={() => void app.dismissNotice()}
        >
          <Stack gap="xs" align="flex-start">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {notice.text}
            </Text>
            <Button size="xs" variant="default" onClick={() => void app.openNoticeFolder()}>
              {t('Show folder')}
            </Button>
          </Stack>
        </Alert>
      )}
    </>
  );
}
