/** Area below the messages of a view: the box of their one conversation, or the ways to begin. */
import { Suspense } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import { conversationIn, type Narrow } from '../routing/narrow.ts';
import { Composer } from './composer.tsx';

const MixedBar = lazyPart(async () => (await import('./mixed-bar.tsx')).MixedBar);

export function WritingArea({ narrow }: { narrow: Narrow }) {
  const conversation = conversationIn(narrow);
  if (conversation !== null) return <Composer conversation={conversation} />;
  return (
    <Suspense fallback={<div className="composer-dock" />}>
      <MixedBar narrow={narrow} />
    </Suspense>
  );
}
