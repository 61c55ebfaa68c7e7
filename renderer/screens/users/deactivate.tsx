/** The question before an account is closed. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { request, type User } from '../../api.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';

export function Deactivate({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const deactivate = useMutation({
    mutationFn: () => request('DELETE', user.is_bot ? `/bots/${user.user_id}` : `/users/${user.user_id}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['users'] });
      notifications.show({ title: 'Deactivated', message: `${user.full_name} can be reactivated at any time.` });
      onClose();
    },
  });
  return (
    <ConfirmModal
      title={`Deactivate ${user.full_name}?`}
      confirmLabel="Deactivate"
      pending={deactivate.isPending}
      error={deactivate.error}
      onConfirm={() => deactivate.mutate()}
      onClose={onClose}
    >
      {user.is_bot
        ? 'The bot stops working at once, and so does its API key. Its messages stay.'
        : 'They are signed out everywhere at once, and so are the bots that they own. What they wrote stays, and the account can be reactivated.'}
    </ConfirmModal>
  );
}
