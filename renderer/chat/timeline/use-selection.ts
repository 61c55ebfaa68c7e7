/**
 * The message that keys are about: the one that was clicked or has the focus. Arrows go from one to the next, and Tab reaches one of
 * them (ARIA: feed, roving tabindex).
 */
import {
  useCallback,
  useEffect,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { isGivingFocusBack } from '../../components/focus-return.ts';
import { landmark } from '../kit/landmarks.ts';
import { narrowKey, narrowTo, type Narrow } from '../routing/narrow.ts';
import { useChat } from '../store/use-chat.ts';
import type { ListHandle } from './message-list.tsx';
import type { Row } from './rows.ts';
import { messageAtHand, messageBeside, takenRow, type TakenRow } from './selection.ts';
import type { ReadingPosition } from './use-reading.ts';

export interface Selection {
  selectedId: number | null;
  /** The message that keys act on: the selected one; before one is selected, the last that is seen; null = none. */
  atHandId: number | null;
  /** The message that Tab reaches. */
  tabStopId: number | null;
  step: (by: number) => void;
  /** The reader scrolls: a message that leaves the screen is no longer selected. */
  noteScrolling: () => void;
  listeners: {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onFocus: (event: FocusEvent<HTMLElement>) => void;
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onWheel: () => void;
    onTouchMove: () => void;
  };
}

export function useSelection(
  narrow: Narrow,
  rows: readonly Row[],
  list: RefObject<ListHandle | null>,
  position: ReadingPosition,
  isSeen: (id: number) => boolean,
): Selection {
  const [taken, setTaken] = useTakenRow(narrow);
  const [isScrolling, setIsScrolling] = useState(false);
  const [last, setLast] = useState({ rows, position });
  if (last.rows !== rows || last.position !== position) {
    setLast({ rows, position });
    // Messages that come or go move the list without its reader.
    if (last.rows !== rows) setIsScrolling(false);
    else if (isScrolling && taken !== null && !isSeen(taken.messageId)) setTaken(null);
  }
  const atHandId = messageAtHand(rows, taken, position);
  const select = useCallback(
    (id: number | null) => {
      const row = id === null ? undefined : rows.find((each) => each.kind === 'message' && each.id === id);
      if (id === null || row === undefined || list.current?.toMessage(id) !== true) return;
      setTaken({ key: row.key, messageId: id });
      focusSoon(id);
    },
    [list, rows, setTaken],
  );
  // The first step takes the message at hand itself.
  const step = (by: number): void => select((taken === null ? atHandId : null) ?? messageBeside(rows, taken, by));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, key, ctrlKey, altKey, metaKey } = event;
    if (!(target instanceof HTMLElement) || !target.matches('.message') || altKey || metaKey) return;
    if (ctrlKey) leave(event);
    else if (key in steps) {
      event.preventDefault();
      const focused = takenRow(rows, rowKeyAt(target));
      const from = atHandId === null ? focused : taken;
      if (from !== null) select(messageBeside(rows, from, steps[key] ?? 0));
    }
  };
  const take = ({ target }: { target: EventTarget }): void => {
    const row = target instanceof Element ? takenRow(rows, rowKeyAt(target)) : null;
    if (row === null) return;
    setTaken(row);
    setIsScrolling(false);
  };
  const noteScrolling = useCallback(() => setIsScrolling(true), []);
  const listeners = {
    onKeyDown,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      // What closes gives the focus to where it was before, which may be in another row than the one that was clicked since.
      if (!isGivingFocusBack() || atHandId === null || taken === null) take(event);
    },
    // A pointer's button may not move the focus: on a link, on words that are marked, in Safari on any button.
    onPointerDown: take,
    onWheel: noteScrolling,
    onTouchMove: noteScrolling,
  };
  const selectedId = taken === null ? null : atHandId;
  const tabStopId = atHandId ?? messageBeside(rows, taken, 0);
  return { selectedId, atHandId, tabStopId, step, noteScrolling, listeners };
}

/** The row stays taken when its conversation is moved or renamed, which opens a new view. */
function useTakenRow(narrow: Narrow) {
  const { feed, state } = useChat();
  const viewKey = narrowKey(narrow);
  const [taken, setTaken] = useState((): TakenRow | null => {
    const { moved } = state.getState();
    const before = feed.taken.getState();
    if (moved === null || before.viewKey !== narrowKey(narrowTo(moved.from))) return null;
    return viewKey === narrowKey(narrowTo(moved.to)) ? before.row : null;
  });
  useEffect(() => {
    feed.taken.setState({ viewKey, row: taken }, true);
  }, [feed, viewKey, taken]);
  return [taken, setTaken] as const;
}

/** @returns '' outside of rows. */
const rowKeyAt = (element: Element): string =>
  element.closest('.message, .muted-line')?.closest<HTMLElement>('.feed-row')?.dataset['key'] ?? '';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 1, PageUp: -1 };

/** Ctrl+End and Ctrl+Home lead out of a feed: to the box below it, or to the heading above. */
function leave(event: KeyboardEvent<HTMLElement>): void {
  const wanted = ({ End: 'box', Home: 'heading' } as const)[event.key];
  const element = wanted === undefined ? null : landmark(wanted);
  if (element === null) return;
  event.preventDefault();
  element.focus();
}

/** A row that scrolling brings may be drawn some frames later. */
function focusSoon(id: number, framesLeft = 20): void {
  const element = document.querySelector<HTMLElement>(`.feed .message[data-message-id="${id}"]`);
  if (element !== null) element.focus({ preventScroll: true });
  else if (framesLeft > 0) requestAnimationFrame(() => focusSoon(id, framesLeft - 1));
}
