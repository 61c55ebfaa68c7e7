/** Asks before a topic is deleted with all its messages; whoever looks at it is led to the channel's topics. */
import { deleteTopic } from '../../client/delete-topic.ts';
import { inChannel } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { newestIn } from '../actions/conversation-actions.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { told } from '../kit/notices.ts';
import { useConversationName } from '../store/conversation-name.ts';
import { usePlaceNow } from '../store/use-chat.ts';
import { useIsTopicShown } from '../store/use-is-topic-shown.ts';
import { goTo } from '../store/use-view.ts';

export function DeleteTopic(opened: { channelId: number; topic: string }) {
  const { channelId, topic } = usePlaceNow({ kind: 'channel', channelId: opened.channelId, topic: opened.topic });
  const { name } = useConversationName()(inChannel(channelId, topic));
  const isShown = useIsTopicShown(channelId, topic);
  const remove = async (): Promise<boolean> => {
    if (!(await told(newestIn(channelId, topic).then(() => deleteTopic(channelId, topic))))) return false;
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
