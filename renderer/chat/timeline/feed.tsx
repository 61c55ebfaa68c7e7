/** The messages of a view as rows of the list; what is seen of them is read by the rules, and older and newer ones come on their own. */
import { Suspense, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import { t } from '../../client/text.ts';
import type { NarrowView } from '../routing/address.ts';
import { narrowKey } from '../routing/narrow.ts';
import { useChat, useHtmlContext, useRange } from '../store/use-chat.ts';
import { useViewTitle } from '../store/view-title.ts';
import type { FeedCommon } from './feed-common.ts';
import { FeedRow, PendingRows } from './feed-rows.tsx';
import { FeedError, GoneMessage, Waiting } from './feed-states.tsx';
import { useMessageActions } from './message-actions.ts';
import { MessageList, type ListHandle } from './message-list.tsx';
import { NewBelow } from './new-below.tsx';
import { PlaceAbove } from './place-above.tsx';
import type { Row } from './rows.ts';
import { SpokenMessages } from './spoken-messages.tsx';
import { useFeedControl } from './use-feed-control.ts';
import { useFeedRows, useWaiting } from './use-feed-rows.ts';
import { useLongPress } from './use-long-press.ts';
import { useOpening } from './use-opening.ts';
import { useReading, type ReadingPosition } from './use-reading.ts';
import { useSelection } from './use-selection.ts';

const EmptyFeed = lazyPart(async () => (await import('./empty-feed.tsx')).EmptyFeed);

export function Feed({ view }: { view: NarrowView }) {
  const { narrow, near } = view;
  const range = useRange(narrow);
  const opening = useOpening(view);
  const rows = useFeedRows(narrow, opening.state === 'open' ? opening.unreadFrom : null);
  const waiting = useWaiting(narrow);
  const error = range === undefined || range.ids.length > 0 ? null : range.error;
  if (opening.state === 'gone') return <GoneMessage narrow={narrow} />;
  if (error !== null)
    return (
      <>
        <FeedError narrow={narrow} error={error} />
        <PendingRows keys={waiting} />
      </>
    );
  if (opening.state === 'opening' || range === undefined || (range.loading.first && range.ids.length === 0))
    return (
      <>
        <Waiting />
        <PendingRows keys={waiting} />
      </>
    );
  if (rows.length === 0)
    return (
      <Suspense fallback={<Waiting />}>
        <EmptyFeed narrow={narrow} />
      </Suspense>
    );
  // Another message of the same view is opened as a view of its own.
  return <OpenFeed key={near} view={view} rows={rows} openAt={opening.at} />;
}

interface OpenFeedProps {
  view: NarrowView;
  rows: readonly Row[];
  openAt: Parameters<typeof MessageList>[0]['openAt'];
}

function OpenFeed({ view, rows, openAt }: OpenFeedProps) {
  const chat = useChat();
  const { narrow, near } = view;
  const key = narrowKey(narrow);
  const range = useRange(narrow);
  const list = useRef<ListHandle>(null);
  const title = useViewTitle(narrow);
  const { onViewport, position, isSeen } = useReading(view);
  const selection = useSelection(narrow, rows, list, position, isSeen);
  const actions = useMessageActions(narrow);
  const context = useHtmlContext();
  const toEnd = useWayToEnd(view, rows, list, position);
  const common = useMemo(
    (): FeedCommon => ({
      actions,
      context,
      ownId: chat.session.user_id,
      flashedId: near,
      isSearch: narrow.some(({ operator }) => operator === 'search'),
    }),
    [actions, context, chat, near, narrow],
  );
  const { selectedId, atHandId, tabStopId, noteScrolling } = selection;
  const drawRow = useCallback(
    (row: Row) => {
      const id = row.kind === 'message' ? row.id : null;
      const isSelected = id !== null && id === selectedId;
      return <FeedRow row={row} common={common} isSelected={isSelected} isTabStop={id !== null && id === tabStopId} />;
    },
    [common, selectedId, tabStopId],
  );
  const goToEnd = (): void => {
    noteScrolling();
    toEnd();
  };
  const section = useRef<HTMLElement>(null);
  const press = useCallback(
    (id: number, at: { x: number; y: number }) => {
      const message = chat.messages.get(id);
      if (message !== undefined) actions.onMore(message, at);
    },
    [chat, actions],
  );
  useLongPress(section, press);
  useFeedControl(atHandId, {
    step: selection.step,
    page(screens) {
      noteScrolling();
      list.current?.page(screens);
    },
    toNewest: goToEnd,
    toOldest() {
      noteScrolling();
      void chat.ranges.jump(narrow, 'oldest').then(() => list.current?.toStart());
    },
    selectedId: () => atHandId,
  });
  return (
    <section ref={section} className="feed" aria-label={t('Messages')} {...selection.listeners}>
      <PlaceAbove rows={rows} position={position} common={common} />
      {range?.foundOldest === false && <PrintNote text={t('Older messages are not loaded.')} />}
      <MessageList
        ref={list}
        viewKey={key}
        rows={rows}
        openAt={openAt}
        hasOlder={range?.foundOldest === false}
        hasNewer={range?.foundNewest === false}
        onOlder={() => void chat.ranges.loadMore(key, 'older')}
        onNewer={() => void chat.ranges.loadMore(key, 'newer')}
        onViewport={onViewport}
        drawRow={drawRow}
        label={title}
        isBusy={range?.loading.older === true || range?.loading.newer === true}
      />
      {range?.foundNewest === false && <PrintNote text={t('Newer messages are not loaded.')} />}
      {!position.isAtEnd && <NewBelow narrow={narrow} lastSeen={position.lastSeen} onClick={goToEnd} />}
      <SpokenMessages narrow={narrow} label={t('New messages')} />
    </section>
  );
}

/** Only on paper: what is printed is not the whole conversation. */
function PrintNote({ text }: { text: string }) {
  return <p className="print-note">{`${text} ${t('To print them, scroll to them first.')}`}</p>;
}

/**
 * @returns what goes to the end, wherever the range is. What is sent here goes there on its own, but never past messages that
 * were not read yet.
 */
function useWayToEnd(
  { narrow }: NarrowView,
  rows: readonly Row[],
  list: React.RefObject<ListHandle | null>,
  { isAtEnd, lastSeen }: ReadingPosition,
): () => void {
  const chat = useChat();
  const key = narrowKey(narrow);
  const isAwaited = useRef(false);
  const toEnd = useCallback(() => {
    if (chat.ranges.get(key)?.foundNewest === true) list.current?.toEnd();
    else {
      isAwaited.current = true;
      void chat.ranges.jump(narrow, 'newest');
    }
  }, [chat, key, narrow, list]);
  // With the rows of the end, and not before.
  useLayoutEffect(() => {
    if (!isAwaited.current || rows.length === 0 || chat.ranges.get(key)?.foundNewest !== true) return;
    isAwaited.current = false;
    list.current?.toEnd();
  }, [chat, key, list, rows]);
  const waiting = useWaiting(narrow);
  const lastWaiting = waiting.at(-1);
  const newest = useRef({ isAtEnd, lastSeen });
  useLayoutEffect(() => {
    newest.current = { isAtEnd, lastSeen };
  });
  const known = useRef(lastWaiting);
  useLayoutEffect(() => {
    const isNew = lastWaiting !== undefined && lastWaiting !== known.current;
    known.current = lastWaiting;
    if (!isNew || newest.current.isAtEnd) return;
    const skipped = chat.ranges.get(key)?.ids.filter((id) => id > newest.current.lastSeen) ?? [];
    const isRead = (id: number): boolean => chat.messages.get(id)?.flags.includes('read') !== false;
    if (chat.ranges.get(key)?.foundNewest === true && skipped.every(isRead)) toEnd();
  }, [chat, key, lastWaiting, toEnd]);
  return toEnd;
}
