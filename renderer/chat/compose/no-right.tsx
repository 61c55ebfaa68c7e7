/** The reason and the way out, instead of a box that refuses. */
import type { ReactNode } from 'react';
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
      return t('This channel is not there any more, or not for you.');
    case 'archived':
      return t('This channel is archived. It can be read, but not written in.');
    case 'no-right':
      return t('You may read this channel, but not write in it. Its administrators can change that.');
    case 'no-start':
      return t('You may answer direct messages here, but not begin them.');
    case 'no-direct':
      return t('Direct messages among these people are not allowed here.');
    case 'nobody':
      return t('There is nobody here to write to.');
    case 'gone-person':
      return t('{{name}} has left. What was written stays, and nothing new arrives there.', { name: why.name });
  }
}
