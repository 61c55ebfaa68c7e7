/** In the window of the desktop app: says on every screen how what was asked of the app went, such as from its menu. */
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import type { Notice } from '../../../electron/bridge.ts';
import { desktop, useDesktopState } from '../../client/desktop.ts';
import { t } from '../../client/text.ts';

export function DesktopNotices() {
  // As text, because every state brings another object.
  const told = JSON.stringify(useDesktopState()?.notice ?? null);
  useEffect(() => {
    const notice = JSON.parse(told) as Notice | null;
    if (notice === null) return;
    const isDone = notice.kind === 'done';
    notifications.show({
      id: told,
      color: isDone ? 'green' : 'red',
      title: isDone ? t('Done') : t('This did not work'),
      message: notice.text,
      autoClose: isDone ? 8000 : false,
    });
    // One with a folder to look at stays on the screen of this computer until somebody dismisses it there.
    if (notice.folder === null) void desktop?.dismissNotice();
  }, [told]);
  return null;
}
