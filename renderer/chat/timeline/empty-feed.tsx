/** Empty state of a feed: what would be here, and where to look instead. */
import { isResolved, withResolved } from '../../client/resolved-topics.ts';
import { inChannel, topicKey, type Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { EmptyView } from '../kit/empty-view.tsx';
import { landmark } from '../kit/landmarks.ts';
import { conversationAddress } from '../routing/address.ts';
import { isDateOperator } from '../routing/days.ts';
import { conversationIn, type Narrow } from '../routing/narrow.ts';
import { NothingFound } from '../search/nothing-found.tsx';
import { whyNoPosting, whyNoPostingIn } from '../store/posting.ts';
import { useTopics } from '../store/topics.ts';
import { useClientState, useNames } from '../store/use-chat.ts';

export function EmptyFeed({ narrow }: { narrow: Narrow }) {
  if (narrow.some(({ operator }) => operator === 'search' || isDateOperator(operator)))
    return <NothingFound narrow={narrow} />;
  const conversation = conversationIn(narrow);
  if (conversation?.kind === 'channel') return <EmptyTopic {...conversation} />;
  const channelId = channelIn(narrow);
  if (conversation !== null) return <EmptyPlace place={conversation} text={t('Send the first message.')} />;
  if (channelId !== null && narrow.length === 1)
    return <EmptyPlace place={inChannel(channelId, '')} text={t('Start the first topic.')} isNew />;
  const isOfWords = narrow.some(({ operator, operand }) => operator === 'is' && operand === 'alerted');
  return (
    <EmptyView {...emptySentences(narrow)}>
      <a className="button" href={isOfWords ? '#settings/notifications' : '#recent'}>
        {isOfWords ? t('Choose alert words') : t('Open Recent')}
      </a>
    </EmptyView>
  );
}

const channelIn = ([first]: Narrow): number | null =>
  first?.operator === 'channel' && first.negated !== true && typeof first.operand === 'number' ? first.operand : null;

interface EmptyPlaceProps {
  place: Conversation;
  /** What the reader can do, where they may. */
  text: string;
  /** A topic is to be chosen first. */
  isNew?: boolean;
}

/** Leads to the message box, or to a new topic of a channel; where the reader may not write, to what there is to read. */
function EmptyPlace({ place, text, isNew = false }: EmptyPlaceProps) {
  const mayPost = useClientState(
    (state) =>
      (isNew && place.kind === 'channel' ? whyNoPostingIn(state, place.channelId) : whyNoPosting(state, place)) ===
      null,
  );
  if (!mayPost)
    return (
      <EmptyView {...silent()} text={t('Earlier conversations are under Recent.')}>
        <a className="button" href="#recent">
          {t('Open Recent')}
        </a>
      </EmptyView>
    );
  const go = (): void => {
    if (!isNew) landmark('box')?.focus();
    else if (place.kind === 'channel')
      openDialog({ kind: 'destination', choice: { kind: 'channel', from: null, channelId: place.channelId } });
  };
  return (
    <EmptyView {...silent()} text={text}>
      <button type="button" className="button" onClick={go}>
        {isNew ? t('New topic') : t('Write a message')}
      </button>
    </EmptyView>
  );
}

/** Links to a topic outlive its being resolved, which gives it another name. */
function EmptyTopic({ channelId, topic }: { channelId: number; topic: string }) {
  const names = useNames();
  const isMarked = isResolved(topic);
  const other = topicKey(withResolved(topic, !isMarked));
  const moved = useTopics(channelId).find(({ name }) => topicKey(name) === other)?.name;
  if (moved === undefined)
    return <EmptyPlace place={inChannel(channelId, topic)} text={t('Send the first message.')} />;
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
