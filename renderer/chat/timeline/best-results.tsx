/** Search results with the best match first: each message under its conversation, of as many as are here. */
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import { keyOf } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { t } from '../../client/text.ts';
import { narrowKey, soughtSenders, type Narrow } from '../routing/narrow.ts';
import { byBestMatch } from '../search/rank-results.ts';
import type { Message } from '../store/message.ts';
import { setAside } from '../store/set-aside.ts';
import { useChat, useClientState, useHtmlContext, useRange } from '../store/use-chat.ts';
import { useEntryScroll } from '../store/use-entry-state.ts';
import type { FeedCommon } from './feed-common.ts';
import { FeedRow } from './feed-rows.tsx';
import { useMessageActions } from './message-actions.ts';
import type { ListHandle } from './message-list.tsx';
import type { Row } from './rows.ts';
import { useFeedControl } from './use-feed-control.ts';
import { useLongPress } from './use-long-press.ts';
import type { ReadingPosition } from './use-reading.ts';
import { useSelection } from './use-selection.ts';

/** Found messages that are compared; beyond them a search wants more words. */
const compared = 200;
/** Of them shown. */
const most = 50;

export function BestResults({ narrow }: { narrow: Narrow }) {
  const { messages, session } = useChat();
  const scroller = useRef<HTMLDivElement>(null);
  useEntryScroll(scroller);
  const isBusy = useEnough(narrow);
  const rows = useBestRows(narrow);
  const actions = useMessageActions(narrow);
  const context = useHtmlContext();
  const common = useMemo(
    (): FeedCommon => ({ actions, context, ownId: session.user_id, flashedId: null, isSearch: true }),
    [actions, context, session],
  );
  const { seen, position, noteSeen } = useSeen(scroller);
  const list = useListHandle(scroller);
  const selection = useSelection(narrow, rows, list, position, (id) => seen.has(id));
  const { atHandId, selectedId, tabStopId, noteScrolling } = selection;
  const scrollTo = (to: 'page' | 'toStart' | 'toEnd', screens = 0): void => {
    noteScrolling();
    list.current?.[to](screens);
  };
  useFeedControl(atHandId, {
    step: selection.step,
    page: (screens) => scrollTo('page', screens),
    toNewest: () => scrollTo('toEnd'),
    toOldest: () => scrollTo('toStart'),
    selectedId: () => atHandId,
  });
  const section = useRef<HTMLElement>(null);
  const press = useCallback(
    (id: number, at: { x: number; y: number }) => {
      const message = messages.get(id);
      if (message !== undefined) actions.onMore(message, at);
    },
    [messages, actions],
  );
  useLongPress(section, press);
  return (
    <section ref={section} className="feed" aria-label={t('Messages')} {...selection.listeners}>
      <div
        ref={scroller}
        className="feed-scroller"
        role="feed"
        aria-label={t('Results, best match first')}
        aria-busy={isBusy}
        onScroll={noteSeen}
      >
        <div className="feed-best">
          {rows.map((row) => {
            const id = row.kind === 'message' ? row.id : null;
            return (
              <div key={row.key} className="feed-row" data-key={row.key}>
                <FeedRow
                  row={row}
                  common={common}
                  isSelected={id !== null && id === selectedId}
                  isTabStop={id !== null && id === tabStopId}
                />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** Loads what is compared. @returns whether more is still to come. */
function useEnough(narrow: Narrow): boolean {
  const { ranges } = useChat();
  const range = useRange(narrow);
  const key = narrowKey(narrow);
  const isShort = range?.foundOldest === false && range.ids.length < compared && range.error === null;
  useEffect(() => {
    if (isShort) void ranges.loadMore(key, 'older');
  }, [ranges, key, isShort]);
  return isShort;
}

/** As in every list, what is about to be deleted or moved is hidden, and what muted users wrote is folded. */
function useBestRows(narrow: Narrow): readonly Row[] {
  const { messages, session } = useChat();
  const ids = useRange(narrow)?.ids;
  const mutedUsers = useClientState((state) => state.own.mutedUsers);
  const aside = useStore(setAside);
  return useMemo(() => {
    const sought = narrow
      .flatMap(({ operator, operand }) => (operator === 'search' ? [String(operand)] : []))
      .join(' ');
    const shownSenders = soughtSenders(narrow);
    const placeOf = (message: Message) => conversationOf(message, session.user_id);
    const found = (ids ?? []).slice(-compared).flatMap((id) => messages.get(id) ?? []);
    const shown = found.filter(
      (message) => !aside.messages.has(message.id) && !aside.conversations.has(keyOf(placeOf(message))),
    );
    return byBestMatch(shown, sought)
      .slice(0, most)
      .flatMap((message): Row[] => {
        const { id, sender_id: senderId } = message;
        return [
          { kind: 'conversation', key: `place-${id}`, conversation: placeOf(message), messageId: id },
          mutedUsers.has(senderId) && !shownSenders.includes(senderId)
            ? { kind: 'muted', key: `muted-${id}`, ids: [id] }
            : { kind: 'message', key: String(id), id, isFirst: true },
        ];
      });
  }, [ids, messages, session, mutedUsers, aside, narrow]);
}

/** Nothing is read here, and no message is at hand before one is taken. */
const nothingRead: ReadingPosition = { isAtEnd: false, lastSeen: 0, firstSeen: 0, isFirstWhole: true };

/** Which messages are on the screen, noted as the list is scrolled. */
function useSeen(scroller: RefObject<HTMLElement | null>) {
  const [{ seen, position }, setSeen] = useState(() => ({ seen: new Set<number>(), position: nothingRead }));
  const noteSeen = useCallback(() => {
    const frame = scroller.current?.getBoundingClientRect();
    if (frame === undefined) return;
    const shown = [...(scroller.current?.querySelectorAll<HTMLElement>('.message[data-message-id]') ?? [])].filter(
      (row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > frame.top && top < frame.bottom;
      },
    );
    setSeen({ seen: new Set(shown.map((row) => Number(row.dataset['messageId']))), position: { ...nothingRead } });
  }, [scroller]);
  return { seen, position, noteSeen };
}

/** All rows are on the page, so that each is reached by scrolling. */
function useListHandle(scroller: RefObject<HTMLElement | null>): RefObject<ListHandle> {
  return useRef<ListHandle>({
    toStart: () => scroller.current?.scrollTo({ top: 0 }),
    toEnd: () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight }),
    toMessage(id) {
      const row = scroller.current?.querySelector(`.message[data-message-id="${id}"]`) ?? null;
      row?.scrollIntoView({ block: 'nearest' });
      return row !== null;
    },
    page: (screens) => scroller.current?.scrollBy({ top: screens * (scroller.current.clientHeight - 48) }),
  });
}
