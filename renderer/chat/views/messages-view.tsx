/** A view of messages: its header, the feed, and where there is one conversation the box to write in. */
import { useEffect, useRef } from 'react';
import { Composer } from '../composer/composer.tsx';
import { useChat } from '../model/use-chat.ts';
import type { NarrowView } from '../narrow/address.ts';
import { conversationOf } from '../narrow/narrow.ts';
import { Feed } from './feed.tsx';
import { ViewHeader } from './view-header.tsx';

export function MessagesView({ view }: { view: NarrowView }) {
  const { windows } = useChat();
  const { narrow, near } = view;
  const conversation = conversationOf(narrow);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    void windows.open(narrow, near ?? 'first_unread');
    // The view is made anew for another narrow; another message of the same one is looked up in place.
  }, [windows, narrow, near]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <ViewHeader view={view} headingRef={heading} />
      <Feed view={view} />
      {conversation !== null && <Composer conversation={conversation} />}
    </>
  );
}
