/** Asks before one leaves a private channel: only somebody who is in it can lead one back. */
import { t } from '../../client/text.ts';
import { leaveChannel } from '../actions/conversation-actions.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useChat, useClientState } from '../store/use-chat.ts';

export function LeaveChannel({ channelId }: { channelId: number }) {
  const chat = useChat();
  const name = useClientState((state) => state.channels.channels.get(channelId)?.name) ?? '';
  return (
    <FormDialog
      title={t('Leave {{channel}}?', { channel: `#${name}` })}
      submitLabel={t('Leave channel')}
      isDanger
      onSubmit={() => leaveChannel(chat, channelId)}
      onClose={closeDialog}
    >
      <p>
        {t(
          'The channel is private. You will not see its messages any more, and only somebody in it can add you again.',
        )}
      </p>
    </FormDialog>
  );
}
