/** Brings an account or a bot back; nothing is lost by it, so nothing is asked. */
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request, type User } from '../../api.ts';

export function Reactivate({ user, onDone }: { user: User; onDone: () => void }) {
  const client = useQueryClient();
  const reactivate = useMutation({
    // A bot whose owner has gone becomes the caller's, which only the bots' own call does.
    mutationFn: () =>
      user.is_bot
        ? request('PATCH', `/bots/${user.user_id}`, { is_active: true })
        : request('POST', `/users/${user.user_id}/reactivate`),
    onSuccess: async () => {
      await Promise.all([['users'], ['bots']].map((queryKey) => client.invalidateQueries({ queryKey })));
      notifications.show({ title: 'Reactivated', message: `${user.full_name} is back.` });
      onDone();
    },
    onError: (error) => notifications.show({ color: 'red', title: 'Not reactivated', message: error.message }),
  });
  return (
    <Button variant="default" onClick={() => reactivate.mutate()} loading={reactivate.isPending}>
      Reactivate {user.is_bot ? 'bot' : 'account'}
    </Button>
  );
}
