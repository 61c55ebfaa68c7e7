/** Feed states in place of messages: still loading, out of reach, or not to be read just now. Of an empty list: empty-feed.tsx. */
import { Suspense } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import { tryNow } from '../../client/long-poll.ts';
import type { ApiError } from '../../client/request.ts';
import { writersIn, type Users } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { EmptyView } from '../kit/empty-view.tsx';
import { conversationAddress } from '../routing/address.ts';
import { conversationIn, type Narrow } from '../routing/narrow.ts';
import { isRefused } from '../store/open-range.ts';
import { useClientState, useNames } from '../store/use-chat.ts';

// A conversation opens without what only a search needs.
const UnsupportedFilters = lazyPart(async () => (await import('../search/unsupported-filters.tsx')).UnsupportedFilters);

/** Grey lines in the shape of what comes. */
export function Waiting() {
  return (
    <output className="feed-waiting" aria-label={t('Loading messages')}>
      {Array.from({ length: 12 }, (_, index) => (
        <i key={index} />
      ))}
    </output>
  );
}

/** What was not refused is asked for again on its own. */
export function FeedError({ narrow, error }: { narrow: Narrow; error: ApiError }) {
  const isNobody = useClientState(({ users }) => peopleIn(narrow).some((person) => !isPerson(users, person)));
  const channel = narrow.find(({ operator }) => operator === 'channel')?.operand;
  if (isNobody)
    return <Nowhere title={t('User not found')} text={t('The link is wrong or belongs to another organization.')} />;
  if (typeof channel === 'string')
    return (
      <Nowhere
        title={t('Channel “{{name}}” not found', { name: channel })}
        text={t('It may have been renamed, or it is private.')}
      />
    );
  if (error.code === 'BAD_NARROW' && channel === undefined)
    return (
      <Suspense>
        <UnsupportedFilters narrow={narrow} />
      </Suspense>
    );
  if (isRefused(error)) return <OutOfReach />;
  return (
    <EmptyView drawing="away" title={t('Could not load messages')} text={error.message}>
      <button type="button" className="button" onClick={tryNow}>
        {t('Try again')}
      </button>
    </EmptyView>
  );
}

/** The message of a link is not there: the conversation may well be. */
export function GoneMessage({ narrow }: { narrow: Narrow }) {
  const names = useNames();
  const conversation = conversationIn(narrow);
  const isKnown = useClientState(
    (state) => conversation?.kind === 'channel' && state.channels.channels.has(conversation.channelId),
  );
  if (conversation === null || !isKnown) return <OutOfReach />;
  return (
    <EmptyView
      drawing="door"
      title={t('Message not found')}
      text={t("It was deleted, or moved to a conversation you can't access.")}
    >
      <a className="button" href={conversationAddress(conversation, names)}>
        {t('Open conversation')}
      </a>
    </EmptyView>
  );
}

function peopleIn(narrow: Narrow): readonly (number | string)[] {
  return narrow
    .filter(({ operator }) => operator === 'dm' || operator === 'dm-including' || operator === 'sender')
    .flatMap(({ operand }): readonly (number | string)[] => (typeof operand === 'object' ? operand : [operand]));
}

/** @param person by id; the server knows e-mail addresses as well. */
const isPerson = (users: Users, person: number | string): boolean =>
  typeof person === 'number' ? writersIn(users).has(person) : person.includes('@');

function OutOfReach() {
  return (
    <Nowhere
      title={t('Conversation not available')}
      text={t('It may be in a private channel, or its messages were deleted.')}
    />
  );
}

function Nowhere({ title, text }: { title: string; text: string }) {
  return (
    <EmptyView drawing="door" title={title} text={text}>
      <a className="button" href="#inbox">
        {t('Go to Inbox')}
      </a>
    </EmptyView>
  );
}
