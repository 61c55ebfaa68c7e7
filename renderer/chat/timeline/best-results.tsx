/** What a search found with the best match first: each message under its conversation, of as many as are here. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { conversationOf } from '../../client/state/messages.ts';
import { t } from '../../client/text.ts';
import { narrowKey, type Narrow } from '../routing/narrow.ts';
import { byBestMatch } from '../search/rank-results.ts';
import { useChat, useHtmlContext, useRange } from '../store/use-chat.ts';
import { useEntryScroll } from '../store/use-entry-state.ts';
import type { FeedCommon } from './feed-common.ts';
import { FeedRow } from './feed-rows.tsx';
import { useMessageActions } from './message-actions.ts';

/** Found messages that are compared; beyond them a search wants more words. */
const compared = 200;
/** Of them shown. */
const most = 50;

export function BestResults({ narrow }: { narrow: Narrow }) {
  const { messages, ranges, session } = useChat();
  const range = useRange(narrow);
  const key = narrowKey(narrow);
  const scroller = useRef<HTMLDivElement>(null);
  useEntryScroll(scroller);
  const ids = range?.ids;
  const isShort = range?.foundOldest === false && range.ids.length < compared && range.error === null;
  useEffect(() => {
    if (isShort) void ranges.loadMore(key, 'older');
  }, [ranges, key, isShort]);
  const actions = useMessageActions(narrow);
  const context = useHtmlContext();
  const common = useMemo(
    (): FeedCommon => ({ actions, context, ownId: session.user_id, flashedId: null, isSearch: true }),
    [actions, context, session],
  );
  const sought = narrow.flatMap(({ operator, operand }) => (operator === 'search' ? [String(operand)] : [])).join(' ');
  const found = useMemo(
    () =>
      byBestMatch(
        (ids ?? []).slice(-compared).flatMap((id) => messages.get(id) ?? []),
        sought,
      ).slice(0, most),
    [ids, messages, sought],
  );
  const placeOf = useCallback((message: (typeof found)[number]) => conversationOf(message, session.user_id), [session]);
  return (
    <section className="feed" aria-label={t('Messages')}>
      <div
        ref={scroller}
        className="feed-scroller"
        role="feed"
        aria-label={t('Results, best match first')}
        aria-busy={isShort}
      >
        <div className="feed-best">
          {found.map((message) => (
            <div key={message.id} className="feed-best-row">
              <FeedRow
                row={{
                  kind: 'conversation',
                  key: `place-${message.id}`,
                  conversation: placeOf(message),
                  messageId: message.id,
                }}
                common={common}
                isSelected={false}
                isTabStop={false}
              />
              <FeedRow
                row={{ kind: 'message', key: String(message.id), id: message.id, isFirst: true }}
                common={common}
                isSelected={false}
                isTabStop
              />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
