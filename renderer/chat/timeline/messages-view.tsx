/** A view of messages: its header, the feed, and what one writes with. */
import { useEffect, useRef } from 'react';
import { WritingArea } from '../compose/writing-area.tsx';
import { markLandmark } from '../kit/landmarks.ts';
import type { NarrowView } from '../routing/address.ts';
import { conversationIn } from '../routing/narrow.ts';
import { SearchBar } from '../search/search-bar.tsx';
import { Feed } from './feed.tsx';
import { TypingLine } from './typing-line.tsx';
import { ViewHeader } from './view-header.tsx';

export function MessagesView({ view }: { view: NarrowView }) {
  const { narrow } = view;
  const conversation = conversationIn(narrow);
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
      <Feed view={view} />
      {conversation !== null && <TypingLine conversation={conversation} />}
      <WritingArea narrow={narrow} />
    </>
  );
}
