/**
 * Scroll target of a list when it opens or jumps to its end: held before anything is painted and each time heights of rows become
 * known, until the reader moves the list or it stands still. The library's own way there ends at the first event of scrolling that
 * it does not expect, and the list would stay where the guessed heights put it.
 */
import { useEffect, useLayoutEffect } from 'react';
import { measureDrawn } from './hold-anchor.tsx';
import type { List } from './list.ts';
import { indexOfMessage, type Row } from './rows.ts';

/** What stays visible of the messages before the one at which the list opens. Pixels. */
export const contextAbove = 56;
/** Frames without a change after which the list stands still: rows of the last change are measured in the one after it. */
const stillFrames = 2;
/** What the reader begins to move the list with, before it has moved. */
const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Where a list opens: at a message, so many pixels below the upper edge or in the middle; null = at its end. */
export type OpeningAnchor =
  | { messageId: number; align: 'center' }
  | { messageId: number; align: 'start'; offset?: number }
  | null;

/** What a place is reckoned from, in pixels. */
interface Measures {
  /** The row that is aimed at; undefined = the end is. */
  row: { start: number; size: number } | undefined;
  viewHeight: number;
  /** Of all that can be scrolled through. */
  totalHeight: number;
}

/** @returns how far the list must be scrolled, in whole pixels. */
export function topOf(anchor: OpeningAnchor, { row, viewHeight, totalHeight }: Measures): number {
  const most = Math.max(0, totalHeight - viewHeight);
  if (anchor === null || row === undefined) return most;
  const above = anchor.align === 'center' ? (viewHeight - row.size) / 2 : (anchor.offset ?? contextAbove);
  return Math.min(most, Math.max(0, Math.round(row.start - above)));
}

export class Aim {
  /** undefined = the list is its reader's. */
  private anchor: OpeningAnchor | undefined;
  private rows: readonly Row[] = [];
  /** Where the list was put, and the heights by which: only with them the place changes. */
  private put = { top: -1, viewHeight: -1, totalHeight: -1 };
  private still = 0;
  private frame = 0;

  constructor(openAt: OpeningAnchor) {
    this.anchor = openAt;
  }

  get isHeld(): boolean {
    return this.anchor !== undefined;
  }

  take(anchor: OpeningAnchor): void {
    this.anchor = anchor;
    this.put = { top: -1, viewHeight: -1, totalHeight: -1 };
  }

  readonly release = (): void => {
    this.anchor = undefined;
    this.stopWaiting();
  };

  stopWaiting(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  /** After rows were put on the page. */
  follow(list: List, rows: readonly Row[]): void {
    this.rows = rows;
    if (this.anchor === undefined || list.scrollElement === null || rows.length === 0) return;
    measureDrawn(list, list.scrollElement);
    this.hold(list);
    if (this.frame === 0) this.waitUntilStill(list);
  }

  /** After heights became known. */
  readonly hold = (list: List): void => {
    const element = list.scrollElement;
    if (this.anchor === undefined || element === null) return;
    const { clientHeight: viewHeight, scrollHeight: totalHeight } = element;
    if (viewHeight === 0) return;
    const top = topOf(this.anchor, { row: this.rowOf(list), viewHeight, totalHeight });
    const { put } = this;
    if (put.top === top && put.viewHeight === viewHeight && put.totalHeight === totalHeight) return;
    this.put = { top, viewHeight, totalHeight };
    this.still = 0;
    // A command also takes back by what the library was about to scroll.
    if (this.anchor === null) list.scrollToEnd();
    else list.scrollToOffset(top);
    // Where a finger has flung the list, the library stops it first, and then goes there.
    if (Math.abs(element.scrollTop - top) >= 2) return this.release();
    // What is seen there is to be drawn before the frame is painted.
    list.scrollOffset = top;
    list.options.onChange(list, false);
  };

  /** Scrolled elsewhere while all heights are as they were: that was the reader, by whatever means. */
  readonly watch = ({ currentTarget: element }: Event): void => {
    // Asked for its heights the page would be laid out, with each event of scrolling.
    if (!this.isHeld || !(element instanceof HTMLElement)) return;
    const { top, viewHeight, totalHeight } = this.put;
    const isSame = element.clientHeight === viewHeight && element.scrollHeight === totalHeight;
    if (isSame && Math.abs(element.scrollTop - top) >= 2) this.release();
  };

  private waitUntilStill(list: List): void {
    this.frame = requestAnimationFrame(() => {
      this.still += 1;
      this.hold(list);
      if (this.still >= stillFrames) this.release();
      else this.waitUntilStill(list);
    });
  }

  private rowOf(list: List): { start: number; size: number } | undefined {
    if (this.anchor === undefined || this.anchor === null) return undefined;
    const index = indexOfMessage(this.rows, this.anchor.messageId);
    return index === -1 ? undefined : list.measurementsCache[withLines(this.rows, index, this.anchor)];
  }
}

/** The line above the first unread message, and the day above it, belong to what one came for. */
function withLines(rows: readonly Row[], index: number, anchor: NonNullable<OpeningAnchor>): number {
  if (anchor.align === 'center' || anchor.offset !== undefined) return index;
  let first = index;
  while (first > 0 && rows[first - 1]?.kind !== 'message' && rows[first - 1]?.kind !== 'muted') first -= 1;
  return first;
}

/** Must be called after the effects that keep a place: while the list is on its way there is none to keep. */
export function useHeldAim(aim: Aim, list: List, rows: readonly Row[]): void {
  useLayoutEffect(() => aim.follow(list, rows));
  useEffect(() => {
    const element = list.scrollElement;
    // Before the library's own listener, which reports each event as a change.
    element?.addEventListener('scroll', aim.watch, { capture: true, passive: true });
    for (const gesture of gestures) element?.addEventListener(gesture, aim.release, { passive: true });
    return () => {
      aim.stopWaiting();
      element?.removeEventListener('scroll', aim.watch, { capture: true });
      for (const gesture of gestures) element?.removeEventListener(gesture, aim.release);
    };
  }, [aim, list]);
}
