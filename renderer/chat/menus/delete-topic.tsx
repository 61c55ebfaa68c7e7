/** Asks before a topic is deleted with all its messages; whoever looks at it is led to the channel's topics. */
import { deleteTopic } from '../../client/delete-topic.ts';
import { inChannel } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { closeDialog } from '../floating/dialog-store.ts';
import { FormDialog } from '../floating/form-dialog.tsx';
import { told } from '../floating/notices.ts';
import { newestIn } from '../model/conversation-actions.ts';
import { useConversationName } from '../model/conversation-name.ts';
import { usePlaceNow } from '../model/use-chat.ts';
import { goTo } from '../model/use-view.ts';
import { useIsTopicShown } from './use-is-topic-shown.ts';

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
