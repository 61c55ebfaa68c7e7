/** What stands below the messages of a view: the box of their one conversation, or the ways to begin. */
import { conversationIn, type Narrow } from '../routing/narrow.ts';
import { Composer } from './composer.tsx';
import { MixedBar } from './mixed-bar.tsx';

export function WritingArea({ narrow }: { narrow: Narrow }) {
  const conversation = conversationIn(narrow);
  return conversation === null ? <MixedBar narrow={narrow} /> : <Composer conversation={conversation} />;
}
