/** The reason and the way out, instead of a box that refuses. */
import type { ReactNode } from 'react';
import { emptyTopicName } from '../../client/empty-topic.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { whyNoPosting, type NoPosting } from '../store/posting.ts';
import { useClientState } from '../store/use-chat.ts';

export function NoRight({ conversation, children }: { conversation: Conversation; children: ReactNode }) {
  const reason = useClientState((state) => {
    const why = whyNoPosting(state, conversation);
    return why === null ? null : sentenceOf(why);
  });
  if (reason === null) return children;
  return (
    <p className="composer-no-right">
      <LineIcon name="lock" size={18} />
      <span>{reason}</span>
    </p>
  );
}

function sentenceOf(why: NoPosting): string {
  switch (why.kind) {
    case 'gone-channel':
      return t("This channel no longer exists, or you can't access it.");
    case 'archived':
      return t('This channel is archived. You can read it, but not send messages.');
    case 'no-right':
      return t("You can't send messages in this channel. Ask a channel administrator for permission.");
    case 'no-topics':
      return t('This channel takes messages in “{{topic}}” only. Open it to write.', { topic: emptyTopicName() });
    case 'topic-needed':
      return t('Messages in this channel need a topic. Open or start one to write.');
    case 'no-start':
      return t('You can reply to direct messages, but not start them.');
    case 'no-direct':
      return t('Direct messages between these people are not allowed.');
    case 'nobody':
      return t('There is no one in this conversation to message.');
    case 'gone-person':
      return t('{{name}} is deactivated. You can read earlier messages, but not send new ones.', { name: why.name });
  }
}
