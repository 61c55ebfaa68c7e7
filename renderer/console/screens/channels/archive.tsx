/** Putting a channel away, and bringing it back. */
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request, type Channel } from '../../../client/request.ts';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';

export function ArchiveChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const client = useQueryClient();
  const archive = useMutation({
    mutationFn: () => request('DELETE', `/streams/${channel.stream_id}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['channels'] });
      notifications.show({ title: 'Archived', message: `#${channel.name} is among the archived channels.` });
      onClose();
    },
  });
  return (
    <ConfirmModal
      title={`Archive #${channel.name}?`}
      confirmLabel="Archive"
      pending={archive.isPending}
      error={archive.error}
      onConfirm={() => archive.mutate()}
      onClose={onClose}
    >
      Nobody can write in it any more. Its messages stay readable, and it can be brought back.
    </ConfirmModal>
  );
}

export function useUnarchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (channel: Channel) => request('PATCH', `/streams/${channel.stream_id}`, { is_archived: false }),
    onSuccess: async (_answer, channel) => {
      await client.invalidateQueries({ queryKey: ['channels'] });
      notifications.show({ title: 'Brought back', message: `#${channel.name} can be written in again.` });
    },
    onError: (error) => notifications.show({ color: 'red', title: 'Not brought back', message: error.message }),
  });
}
