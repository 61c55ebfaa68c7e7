/** What stands in place of messages: still loading, nothing there, out of reach, or not to be read just now. */
import { tryNow } from '../../client/long-poll.ts';
import type { ApiError } from '../../client/request.ts';
import { isResolved, withResolved } from '../../client/resolved-topics.ts';
import { inChannel, topicKey } from '../../client/state/conversation.ts';
import { writersIn, type Users } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { EmptyView } from '../kit/empty-view.tsx';
import { conversationAddress } from '../routing/address.ts';
import { conversationIn, type Narrow } from '../routing/narrow.ts';
import { NothingFound } from '../search/nothing-found.tsx';
import { writeSearch } from '../search/parse-search.ts';
import { useDirectory } from '../search/use-directory.ts';
import { isRefused } from '../store/open-range.ts';
import { useTopics } from '../store/topics.ts';
import { useClientState, useNames } from '../store/use-chat.ts';

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

/** What was not refused is asked for again by itself. */
export function FeedError({ narrow, error }: { narrow: Narrow; error: ApiError }) {
  const directory = useDirectory();
  const isNobody = useClientState(({ users }) => peopleIn(narrow).some((person) => !isPerson(users, person)));
  const channel = narrow.find(({ operator }) => operator === 'channel')?.operand;
  if (isNobody)
    return <Nowhere title={t('There is no such person')} text={t('The link is wrong, or of another organization.')} />;
  if (typeof channel === 'string')
    return (
      <Nowhere
        title={t('There is no channel “{{name}}”', { name: channel })}
        text={t('It may have another name by now, or be private.')}
      />
    );
  if (error.code === 'BAD_NARROW' && channel === undefined)
    return (
      <Nowhere
        title={t('This filter is not known')}
        text={t('Nothing can be found by {{terms}}.', { terms: writeSearch(narrow, directory) })}
      />
    );
  if (isRefused(error)) return <OutOfReach />;
  return (
    <EmptyView drawing="away" title={t('These messages could not be read')} text={error.message}>
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
      title={t('This message is not here any more')}
      text={t('It was deleted, or moved to where you cannot read it.')}
    >
      <a className="button" href={conversationAddress(conversation, names)}>
        {t('Open the conversation')}
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
      title={t('You cannot read this conversation')}
      text={t('It may be in a private channel, or the message was deleted.')}
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
  if (narrow.some(({ operator }) => operator === 'search')) return <NothingFound narrow={narrow} />;
  const conversation = conversationIn(narrow);
  if (conversation?.kind === 'channel') return <EmptyTopic {...conversation} />;
  return <EmptyView {...emptySentences(narrow)} />;
}

/** Links to a topic outlive its being resolved, which gives it another name. */
function EmptyTopic({ channelId, topic }: { channelId: number; topic: string }) {
  const names = useNames();
  const isMarked = isResolved(topic);
  const other = topicKey(withResolved(topic, !isMarked));
  const moved = useTopics(channelId).find(({ name }) => topicKey(name) === other)?.name;
  if (moved === undefined) return <EmptyView {...silent()} text={t('The first message is yours.')} />;
  return (
    <EmptyView
      drawing="house"
      title={isMarked ? t('This topic is open again') : t('This topic is resolved')}
      text={t('What was said in it is in “{{name}}” now.', { name: moved })}
    >
      <a className="button" href={conversationAddress(inChannel(channelId, moved), names)}>
        {t('Open the conversation')}
      </a>
    </EmptyView>
  );
}

const silent = () => ({ drawing: 'house', title: t('Nothing has been said here yet') }) as const;

function emptySentences(narrow: Narrow): { drawing: 'house' | 'search'; title: string; text: string } {
  if (conversationIn(narrow) !== null) return { ...silent(), text: t('The first message is yours.') };
  if (narrow.length === 1 && narrow[0]?.operator === 'channel')
    return { ...silent(), text: t('The first topic is yours.') };
  const told = narrow.find(({ operator }) => operator === 'has') ?? narrow[0];
  const isTold = told !== undefined && told.negated !== true && (told.operator === 'has' || narrow.length === 1);
  const said = isTold ? whatStandsHere()[`${told.operator}:${String(told.operand)}`] : undefined;
  return { drawing: 'search', ...(said ?? { title: t('Nothing found'), text: t('No message belongs here.') }) };
}

/** What would be found, by the term of the narrow. */
const whatStandsHere = (): Readonly<Record<string, { title: string; text: string }>> => ({
  'is:starred': {
    title: t('Nothing starred'),
    text: t('Star a message to find it here again. Nobody else sees it.'),
  },
  'is:mentioned': { title: t('Nobody has mentioned you'), text: t('Messages with your name stand here.') },
  'is:unread': { title: t('All read'), text: t('New messages stand here until you have read them.') },
  'is:dm': { title: t('No direct messages'), text: t('What you and others write to each other stands here.') },
  'is:followed': { title: t('No followed topics'), text: t('Messages of topics that you follow stand here.') },
  'is:resolved': {
    title: t('No resolved topics'),
    text: t('Messages of topics that were marked as resolved stand here.'),
  },
  'is:alerted': {
    title: t('None of your alert words'),
    text: t('Messages with a word that you watch for stand here.'),
  },
  'is:muted': { title: t('Nothing muted'), text: t('Messages of channels and topics that you muted stand here.') },
  'has:link': { title: t('No links here'), text: t('Messages with a link stand here.') },
  'has:image': { title: t('No pictures here'), text: t('Messages with a picture stand here.') },
  'has:attachment': { title: t('No files here'), text: t('Messages with an uploaded file stand here.') },
  'has:reaction': { title: t('No reactions here'), text: t('Messages that somebody reacted to stand here.') },
});
