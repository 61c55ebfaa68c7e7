/** Asks before a topic is deleted with all its messages; whoever looks at it is led to the channel's topics. */
import { deleteTopic } from '../../client/delete-topic.ts';
import { inChannel } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { newestIn } from '../actions/conversation-actions.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { reportRefusal } from '../kit/notices.ts';
import { useConversationName } from '../store/conversation-name.ts';
import { useConversationNow } from '../store/use-chat.ts';
import { goTo, useIsShown } from '../store/use-view.ts';

export function DeleteTopic(opened: { channelId: number; topic: string }) {
  const { channelId, topic } = useConversationNow({
    kind: 'channel',
    channelId: opened.channelId,
    topic: opened.topic,
  });
  const { name } = useConversationName()(inChannel(channelId, topic));
  const isShown = useIsShown(inChannel(channelId, topic));
  const remove = async (): Promise<boolean> => {
    if (!(await reportRefusal(newestIn(channelId, topic).then(() => deleteTopic(channelId, topic))))) return false;
    if (isShown) goTo(`#topics/channel/${channelId}`, { replace: true });
    return true;
  };
  return (
    <FormDialog
      title={t('Delete {{topic}}?', { topic: name })}
      submitLabel={t('Delete for good')}
      isDanger
      onSubmit={remove}
      onClose={closeDialog}
    >
      <p className="dialog-lead">
        {t('All its messages are deleted for everybody, with the files that no other message uses.')}
      </p>
    </FormDialog>
  );
}
