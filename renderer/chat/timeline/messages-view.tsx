/** A view of messages: its header, the feed, and what one writes with. */
import { Suspense, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../client/lazy-part.ts';
import { WritingArea } from '../compose/writing-area.tsx';
import { markLandmark } from '../kit/landmarks.ts';
import { bestFirst } from '../kit/stored-switch.ts';
import { useAfterContent } from '../notify/use-after-content.ts';
import type { NarrowView } from '../routing/address.ts';
import { conversationIn, hasWords, isSearch } from '../routing/narrow.ts';
import { pinnedPlace } from '../store/pins.ts';
import { useRange } from '../store/use-chat.ts';
import { Feed } from './feed.tsx';
import { TypingLine } from './typing-line.tsx';
import { ViewHeader } from './view-header.tsx';

// A conversation opens without what only a search needs.
const SearchBar = lazyPart(async () => (await import('../search/search-bar.tsx')).SearchBar);
const PinsBar = lazyPart(async () => (await import('./pins-bar.tsx')).PinsBar);
const BestResults = lazyPart(async () => (await import('./best-results.tsx')).BestResults);

export function MessagesView({ view }: { view: NarrowView }) {
  const { narrow } = view;
  const conversation = conversationIn(narrow);
  const range = useRange(narrow);
  const place = pinnedPlace(narrow);
  const isAfterContent = useAfterContent();
  const isBestFirst = useStore(bestFirst.store, ({ isOn }) => isOn);
  // The feed opens the search, and says what is wrong with it.
  const isBest = isBestFirst && view.near === null && hasWords(narrow) && (range?.ids.length ?? 0) > 0;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (heading.current === null) return undefined;
    heading.current.focus({ preventScroll: true });
    return markLandmark('heading', heading.current);
  }, []);
  return (
    <>
      <ViewHeader view={view} headingRef={heading} />
      {place !== null && isAfterContent && (
        <Suspense>
          <PinsBar key={place.channelId} place={place} />
        </Suspense>
      )}
      {(isSearch(narrow) || view.unknown.length > 0) && (
        <Suspense>
          <SearchBar view={view} />
        </Suspense>
      )}
      {isBest ? (
        <Suspense>
          <BestResults narrow={narrow} />
        </Suspense>
      ) : (
        <Feed view={view} />
      )}
      {conversation !== null && <TypingLine conversation={conversation} />}
      <WritingArea narrow={narrow} />
    </>
  );
}
