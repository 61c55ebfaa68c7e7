/** Gives a topic another name, for everyone. */
import { useState } from 'react';
import { inChannel, topicNamed } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { renameTopic } from '../actions/conversation-actions.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { TextField } from '../kit/form-fields.tsx';
import { showNotice } from '../kit/notices.ts';
import { conversationAddress } from '../routing/address.ts';
import { useClientState, useNames, useConversationNow } from '../store/use-chat.ts';
import { goTo, useIsShown } from '../store/use-view.ts';

export function RenameTopic(opened: { channelId: number; topic: string }) {
  const { channelId, topic } = useConversationNow({
    kind: 'channel',
    channelId: opened.channelId,
    topic: opened.topic,
  });
  const names = useNames();
  const longest = useClientState((state) => state.organization.limits.max_topic_length);
  const [written, setName] = useState<string | null>(null);
  const name = written ?? topic;
  const isShown = useIsShown(inChannel(channelId, topic));
  const rename = async (): Promise<boolean> => {
    const stored = topicNamed(name);
    if (!(await renameTopic(channelId, topic, stored))) return false;
    if (isShown) goTo(conversationAddress(inChannel(channelId, stored), names), { replace: true });
    if (stored !== topic) showNotice(t('Topic renamed.'));
    return true;
  };
  return (
    <FormDialog title={t('Rename topic')} submitLabel={t('Rename')} onSubmit={rename} onClose={closeDialog}>
      <TextField
        label={t('Topic')}
        value={name}
        onChange={setName}
        maxLength={longest}
        note={
          topic === opened.topic
            ? t('The topic is renamed for everyone. Existing links keep working.')
            : t('Someone else renamed the topic to “{{topic}}”.', { topic })
        }
      />
    </FormDialog>
  );
}
