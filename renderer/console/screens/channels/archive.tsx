/** Putting a channel away, and bringing it back. */
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { request, type Channel } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { ConfirmAction } from '../../confirm-action.tsx';

export function ArchiveChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  return (
    <ConfirmAction
      ask={t('Archive #{{name}}?', { name: channel.name })}
      confirm={t('Archive')}
      run={() => request('DELETE', `/streams/${channel.stream_id}`)}
      done={{
        title: t('Archived'),
        message: t('#{{name}} moved to the archived channels.', { name: channel.name }),
      }}
      onClose={onClose}
    >
      {t('No one can send messages in it. Its messages stay readable, and it can be unarchived.')}
    </ConfirmAction>
  );
}

export function useUnarchive() {
  return useMutation({
    mutationFn: (channel: Channel) => request('PATCH', `/streams/${channel.stream_id}`, { is_archived: false }),
    onSuccess: (_answer, channel) => {
      notifications.show({
        color: 'green',
        title: t('Restored'),
        message: t('People can send messages in #{{name}} again.', { name: channel.name }),
      });
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: t('Could not unarchive the channel'), message: error.message }),
  });
}
