/** Gives a topic another name, for everybody. */
import { useState } from 'react';
import { inChannel, topicNamed } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { closeDialog } from '../floating/dialog-store.ts';
import { FormDialog } from '../floating/form-dialog.tsx';
import { TextField } from '../floating/form-fields.tsx';
import { renameTopic } from '../model/conversation-actions.ts';
import { useKnown, useNames, usePlaceNow } from '../model/use-chat.ts';
import { goTo } from '../model/use-view.ts';
import { conversationAddress } from '../narrow/address.ts';
import { useIsTopicShown } from './use-is-topic-shown.ts';

export function RenameTopic(opened: { channelId: number; topic: string }) {
  const { channelId, topic } = usePlaceNow({ kind: 'channel', channelId: opened.channelId, topic: opened.topic });
  const names = useNames();
  const longest = useKnown((known) => known.organization.limits.max_topic_length);
  const [written, setName] = useState<string | null>(null);
  const name = written ?? topic;
  const isShown = useIsTopicShown(channelId, topic);
  const rename = async (): Promise<boolean> => {
    const stored = topicNamed(name);
    if (!(await renameTopic(channelId, topic, stored))) return false;
    if (isShown) goTo(conversationAddress(inChannel(channelId, stored), names), { replace: true });
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
            ? t('Everybody sees the new name, and links to the old one still lead here.')
            : t('Meanwhile the topic was renamed to “{{topic}}”.', { topic })
        }
      />
    </FormDialog>
  );
}
