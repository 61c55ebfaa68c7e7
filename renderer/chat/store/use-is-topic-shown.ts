/** Whether the view shows a topic: whoever changes it there is led to what became of it. */
import { topicKey } from '../../client/state/conversation.ts';
import { conversationOf } from '../routing/narrow.ts';
import { useView } from './use-view.ts';

export function useIsTopicShown(channelId: number, topic: string): boolean {
  const view = useView();
  const shown = view.kind === 'narrow' ? conversationOf(view.narrow) : null;
  return shown?.kind === 'channel' && shown.channelId === channelId && topicKey(shown.topic) === topicKey(topic);
}
