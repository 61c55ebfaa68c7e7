/** In the window of the desktop app: reports on every screen how what was asked of the app ended, and each finished download. */
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import type { Notice } from '../../../electron/bridge.ts';
import { desktop, useDesktopState, useDownloads, type DownloadNotice } from '../../client/desktop.ts';
import { t } from '../../client/text.ts';

/** Time to reach the buttons of a notice, in milliseconds. */
const shownForMs = 15_000;

export function DesktopNotices() {
  useDownloads(showDownload);
  // As text, because every state brings another object.
  const told = JSON.stringify(useDesktopState()?.notice ?? null);
  useEffect(() => {
    const notice = JSON.parse(told) as Notice | null;
    if (notice === null) return;
    const isDone = notice.kind === 'done';
    notifications.show({
      id: told,
      color: isDone ? 'green' : 'red',
      title: isDone ? t('Done') : t('Something went wrong'),
      message: notice.text,
      autoClose: isDone ? 8000 : false,
    });
    // One with a folder to look at stays on the screen of this computer until it is dismissed there.
    if (notice.folder === null) void desktop?.dismissNotice();
  }, [told]);
  return null;
}

function showDownload({ text, isError, actions }: DownloadNotice): void {
  notifications.show({
    color: isError ? 'red' : 'green',
    title: text,
    message: (
      <Group gap="xs">
        {actions.map(({ label, run }) => (
          <Button key={label} size="compact-sm" variant="default" onClick={run}>
            {label}
          </Button>
        ))}
      </Group>
    ),
    autoClose: isError ? false : shownForMs,
  });
}
