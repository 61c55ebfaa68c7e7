/**
 * The message that keys are about: the one that was clicked or has the focus. Arrows go from one to the next, and Tab reaches one of
 * them (ARIA: feed, roving tabindex).
 */
import { useCallback, useState, type FocusEvent, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { landmark } from '../kit/landmarks.ts';
import type { ListHandle } from './message-list.tsx';
import { messagesOfRow, type Row } from './rows.ts';
import type { ReadingPosition } from './use-reading.ts';

export interface Selection {
  selectedId: number | null;
  /** What keys are about, and Tab reaches: the selected message, else the last that is seen. */
  atHandId: number | null;
  step: (by: number) => void;
  listeners: {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onFocus: (event: FocusEvent<HTMLElement>) => void;
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  };
}

export function useSelection(
  rows: readonly Row[],
  list: RefObject<ListHandle | null>,
  position: ReadingPosition,
  isSeen: (id: number) => boolean,
): Selection {
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const { isAtEnd, lastSeen } = position;
  const [lastPosition, setLastPosition] = useState(position);
  // A user who scrolls away from a message has another before the eyes.
  if (lastPosition !== position) {
    setLastPosition(position);
    if (selectedId !== null && !isSeen(selectedId)) setSelectedId(null);
  }
  const isHere = (id: number): boolean => rows.some((row) => row.kind === 'message' && row.id === id);
  const isSelected = selectedId !== null && isHere(selectedId);
  const atHandId = isSelected ? selectedId : isAtEnd ? lastMessage(rows) : lastSeen || null;
  const select = useCallback(
    (id: number | null) => {
      if (id === null || list.current?.toMessage(id) !== true) return;
      setSelectedId(id);
      focusSoon(id);
    },
    [list],
  );
  const step = (by: number): void =>
    // The first step takes the message at hand itself.
    select(isSelected ? neighbour(rows, selectedId, by) : atHandId);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, key, ctrlKey, altKey, metaKey } = event;
    if (!(target instanceof HTMLElement) || !target.matches('.message') || altKey || metaKey) return;
    if (ctrlKey) leave(event);
    else if (key in steps) {
      event.preventDefault();
      select(neighbour(rows, Number(target.dataset['messageId']), steps[key] ?? 0));
    }
  };
  // What is written within a message does not change what keys are about elsewhere.
  const take = ({ target }: { target: EventTarget }): void => {
    const id = target instanceof Element && !target.matches('input, textarea') ? messageAt(target) : 0;
    if (id > 0) setSelectedId(id);
  };
  // A pointer's button may not move the focus: on a link, on words that are marked, in Safari on any button.
  const listeners = { onKeyDown, onFocus: take, onPointerDown: take };
  return { selectedId: isSelected ? selectedId : null, atHandId, step, listeners };
}

/** @returns 0 outside of messages that the server has. */
const messageAt = (element: Element): number =>
  Number(element.closest<HTMLElement>('.message')?.dataset['messageId'] ?? 0);

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 1, PageUp: -1 };

/** Ctrl+End and Ctrl+Home lead out of a feed: to the box below it, or to the heading above. */
function leave(event: KeyboardEvent<HTMLElement>): void {
  const wanted = ({ End: 'box', Home: 'heading' } as const)[event.key];
  const element = wanted === undefined ? null : landmark(wanted);
  if (element === null) return;
  event.preventDefault();
  element.focus();
}

/** @returns the message so many further; the last one there is where there are not so many. */
function neighbour(rows: readonly Row[], id: number, by: number): number | null {
  const ids = rows.flatMap((row) => (row.kind === 'message' ? [row.id] : []));
  const index = ids.indexOf(id);
  return index === -1 ? lastMessage(rows) : (ids[Math.min(ids.length - 1, Math.max(0, index + by))] ?? null);
}

function lastMessage(rows: readonly Row[]): number | null {
  return messagesOfRow(rows.findLast(({ kind }) => kind === 'message'))[0] ?? null;
}

/** A row that scrolling brings may be drawn some frames later. */
function focusSoon(id: number, framesLeft = 20): void {
  const element = document.querySelector<HTMLElement>(`.feed .message[data-message-id="${id}"]`);
  if (element !== null) element.focus({ preventScroll: true });
  else if (framesLeft > 0) requestAnimationFrame(() => focusSoon(id, framesLeft - 1));
}
