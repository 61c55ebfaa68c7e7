/** Asks before one leaves a private channel: only somebody who is in it can lead one back. */
import { t } from '../../client/text.ts';
import { closeDialog } from '../floating/dialog-store.ts';
import { FormDialog } from '../floating/form-dialog.tsx';
import { leaveChannel } from '../model/conversation-actions.ts';
import { useChat, useKnown } from '../model/use-chat.ts';

export function LeaveChannel({ channelId }: { channelId: number }) {
  const chat = useChat();
  const name = useKnown((known) => known.channels.channels.get(channelId)?.name) ?? '';
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
