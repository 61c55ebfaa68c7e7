/** Putting a channel away, and bringing it back. */
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request, type Channel } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';

export function ArchiveChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const client = useQueryClient();
  const archive = useMutation({
    mutationFn: () => request('DELETE', `/streams/${channel.stream_id}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['channels'] });
      notifications.show({
        color: 'green',
        title: t('Archived'),
        message: t('#{{name}} is now with the archived channels.', { name: channel.name }),
      });
      onClose();
    },
  });
  return (
    <ConfirmModal
      title={t('Archive #{{name}}?', { name: channel.name })}
      confirmLabel={t('Archive')}
      pending={archive.isPending}
      error={archive.error}
      onConfirm={() => archive.mutate()}
      onClose={onClose}
    >
      {t('Nobody can write in it any more. Its messages stay readable, and it can be restored.')}
    </ConfirmModal>
  );
}

export function useUnarchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (channel: Channel) => request('PATCH', `/streams/${channel.stream_id}`, { is_archived: false }),
    onSuccess: async (_answer, channel) => {
      await client.invalidateQueries({ queryKey: ['channels'] });
      notifications.show({
        color: 'green',
        title: t('Restored'),
        message: t('People can write in #{{name}} again.', { name: channel.name }),
      });
    },
    onError: (error) => notifications.show({ color: 'red', title: t('Not restored'), message: error.message }),
  });
}
