/** A view of messages: its header, the feed, and what one writes with. */
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { WritingArea } from '../compose/writing-area.tsx';
import { markLandmark } from '../kit/landmarks.ts';
import { bestFirst } from '../kit/stored-switch.ts';
import type { NarrowView } from '../routing/address.ts';
import { conversationIn } from '../routing/narrow.ts';
import { hasWords, SearchBar } from '../search/search-bar.tsx';
import { useRange } from '../store/use-chat.ts';
import { BestResults } from './best-results.tsx';
import { Feed } from './feed.tsx';
import { TypingLine } from './typing-line.tsx';
import { ViewHeader } from './view-header.tsx';

export function MessagesView({ view }: { view: NarrowView }) {
  const { narrow } = view;
  const conversation = conversationIn(narrow);
  const range = useRange(narrow);
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
      <SearchBar view={view} />
      {isBest ? <BestResults narrow={narrow} /> : <Feed view={view} />}
      {conversation !== null && <TypingLine conversation={conversation} />}
      <WritingArea narrow={narrow} />
    </>
  );
}
