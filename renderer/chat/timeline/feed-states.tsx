/** What stands in place of messages: still loading, nothing there, out of reach, or not to be read just now. */
import { Suspense } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import { tryNow } from '../../client/long-poll.ts';
import type { ApiError } from '../../client/request.ts';
import { isResolved, withResolved } from '../../client/resolved-topics.ts';
import { inChannel, topicKey } from '../../client/state/conversation.ts';
import { writersIn, type Users } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { EmptyView } from '../kit/empty-view.tsx';
import { conversationAddress } from '../routing/address.ts';
import { isDateOperator } from '../routing/days.ts';
import { conversationIn, type Narrow } from '../routing/narrow.ts';
import { isRefused } from '../store/open-range.ts';
import { useTopics } from '../store/topics.ts';
import { useClientState, useNames } from '../store/use-chat.ts';

// A conversation opens without what only a search needs.
const NothingFound = lazyPart(async () => (await import('../search/nothing-found.tsx')).NothingFound);
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

export function EmptyFeed({ narrow }: { narrow: Narrow }) {
  if (narrow.some(({ operator }) => operator === 'search' || isDateOperator(operator)))
    return (
      <Suspense>
        <NothingFound narrow={narrow} />
      </Suspense>
    );
  const conversation = conversationIn(narrow);
  if (conversation?.kind === 'channel') return <EmptyTopic {...conversation} />;
  // Below the others is a box, or the way to a new topic.
  const isFilter = conversation === null && narrow[0]?.operator !== 'channel';
  const isOfWords = narrow.some(({ operator, operand }) => operator === 'is' && operand === 'alerted');
  return (
    <EmptyView {...emptySentences(narrow)}>
      {isFilter && (
        <a className="button" href={isOfWords ? '#settings/notifications' : '#recent'}>
          {isOfWords ? t('Choose alert words') : t('Open Recent')}
        </a>
      )}
    </EmptyView>
  );
}

/** Links to a topic outlive its being resolved, which gives it another name. */
function EmptyTopic({ channelId, topic }: { channelId: number; topic: string }) {
  const names = useNames();
  const isMarked = isResolved(topic);
  const other = topicKey(withResolved(topic, !isMarked));
  const moved = useTopics(channelId).find(({ name }) => topicKey(name) === other)?.name;
  if (moved === undefined) return <EmptyView {...silent()} text={t('Send the first message.')} />;
  return (
    <EmptyView
      drawing="house"
      title={isMarked ? t('This topic was marked as unresolved') : t('This topic was marked as resolved')}
      text={t('Its messages are now in “{{name}}”.', { name: moved })}
    >
      <a className="button" href={conversationAddress(inChannel(channelId, moved), names)}>
        {t('Open conversation')}
      </a>
    </EmptyView>
  );
}

const silent = () => ({ drawing: 'house', title: t('No messages yet') }) as const;

function emptySentences(narrow: Narrow): { drawing: 'house' | 'search'; title: string; text: string } {
  if (conversationIn(narrow) !== null) return { ...silent(), text: t('Send the first message.') };
  if (narrow.length === 1 && narrow[0]?.operator === 'channel')
    return { ...silent(), text: t('Start the first topic.') };
  const told = narrow.find(({ operator }) => operator === 'has') ?? narrow[0];
  const isTold = told !== undefined && told.negated !== true && (told.operator === 'has' || narrow.length === 1);
  const said = isTold ? whatStandsHere()[`${told.operator}:${String(told.operand)}`] : undefined;
  return { drawing: 'search', ...(said ?? { title: t('No results'), text: t('No message matches.') }) };
}

/** What would be found, by the term of the narrow. */
const whatStandsHere = (): Readonly<Record<string, { title: string; text: string }>> => ({
  'is:starred': {
    title: t('No starred messages'),
    text: t('Star messages to find them here. Only you can see your stars.'),
  },
  'is:mentioned': { title: t('No mentions'), text: t('Messages that mention you appear here.') },
  'is:unread': { title: t('All read'), text: t('New messages appear here until you read them.') },
  'is:dm': { title: t('No direct messages'), text: t('Your direct messages with other people appear here.') },
  'is:followed': { title: t('No followed topics'), text: t('Messages in topics that you follow appear here.') },
  'is:resolved': {
    title: t('No resolved topics'),
    text: t('Messages in resolved topics appear here.'),
  },
  'is:alerted': {
    title: t('No alert words found'),
    text: t('Messages that contain your alert words appear here.'),
  },
  'is:muted': { title: t('No muted messages'), text: t('Messages in muted channels and topics appear here.') },
  'has:link': { title: t('No links'), text: t('Messages with links appear here.') },
  'has:image': { title: t('No images'), text: t('Messages with images appear here.') },
  'has:attachment': { title: t('No files'), text: t('Messages with uploaded files appear here.') },
  'has:reaction': { title: t('No reactions'), text: t('Messages with reactions appear here.') },
});
