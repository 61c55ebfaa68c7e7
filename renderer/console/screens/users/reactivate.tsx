/** Brings an account or a bot back; nothing is lost by it, so nothing is asked. */
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { reactivate } from './accounts.ts';

export function Reactivate({ user, onDone }: { user: User; onDone: () => void }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => reactivate(user),
    onSuccess: async () => {
      await Promise.all([['users'], ['bots']].map((queryKey) => client.invalidateQueries({ queryKey })));
      notifications.show({
        color: 'green',
        title: t('Reactivated'),
        message: t('{{fullName}} was reactivated.', { fullName: user.full_name }),
      });
      onDone();
    },
    onError: (error) => notifications.show({ color: 'red', title: t('Could not reactivate'), message: error.message }),
  });
  return (
    <Button variant="default" onClick={() => mutate()} loading={isPending}>
      {t('Reactivate')} {user.is_bot ? t('bot') : t('account')}
    </Button>
  );
}
