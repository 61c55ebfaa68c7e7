/** Signs out of the console; where the server cannot end the session, a notice says why. */
import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useSignOut } from '../../client/session.ts';
import { t } from '../../client/text.ts';

export function useConsoleSignOut(): () => void {
  const { mutate } = useSignOut();
  return useCallback(
    () =>
      mutate(undefined, {
        onError: ({ message }) => notifications.show({ color: 'red', title: t('You are still signed in'), message }),
      }),
    [mutate],
  );
}
