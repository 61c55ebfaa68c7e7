/**
 * Sentences about what was just done, or could not be done: shown for a while at the foot of the page, and spoken. A sentence with
 * an undo has its own place until its six seconds are over; what it announces is done then, or was done at once.
 */
import { page } from '../../client/page-port.ts';
import { ApiError } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { openSlot } from './open-slot.ts';

export interface Notice {
  id: number;
  text: string;
  isError: boolean;
  /** Undoes it, where that can be done. */
  undo: Action | null;
  /** What else can be done about it. A click closes the notice. */
  actions: readonly Action[];
}

interface Action {
  label: string;
  run: () => void;
}

/** An offer to undo. */
export interface UndoOffer {
  /** Undoes what was done, or shows again what waited to be done. */
  undo: () => void;
  /**
   * Does what was announced, once no one can undo it; undefined = it was done already.
   * @param isLeaving the page is going: only a request that outlives it arrives.
   */
  commit?: (isLeaving: boolean) => void;
}

const shownForMs = 6000;
/** Time to reach one of several buttons. */
const shownWithActionsForMs = 15_000;
/** With an undo; the oldest of more than these ends early. */
const mostShown = 3;

/** The oldest first; null = none. */
export const noticeSlot = openSlot<readonly Notice[]>('notice');
const timers = new Map<number, ReturnType<typeof setTimeout>>();
/** Of notices that announce what is still to be done. */
const commits = new Map<number, (isLeaving: boolean) => void>();
let isHeld = false;
let lastId = 0;

const shown = (): readonly Notice[] => noticeSlot.getState() ?? [];

/** A sentence without an undo takes the place of another one. */
export function showNotice(
  text: string,
  { isError = false, undo = null, actions = [] }: Partial<Omit<Notice, 'text' | 'id'>> = {},
): void {
  add({ text, isError, undo, actions });
}

/**
 * Says what was done or is about to be done, and offers to undo it for six seconds.
 * @returns withdraws the offer, where it has become pointless: neither `undo` nor `commit` is called any later.
 */
export function offerUndo(text: string, { undo, commit }: UndoOffer): () => void {
  const id = add({ text, isError: false, undo: { label: t('Undo'), run: undo }, actions: [] });
  if (commit !== undefined) {
    // A page that is hidden may end without another word.
    const endings = (['pagehide', 'visibilitychange'] as const).map((moment) =>
      page().on(moment, () => {
        if (moment === 'pagehide' || !page().isShown()) end(id, true);
      }),
    );
    commits.set(id, (isLeaving) => {
      for (const stop of endings) stop();
      commit(isLeaving);
    });
  }
  return () => {
    commits.delete(id);
    remove(id);
  };
}

/** Undoes what was done last, of what can still be undone. @returns false where there is nothing. */
export function undoLast(): boolean {
  const last = shown().findLast(({ undo }) => undo !== null);
  if (last?.undo == null) return false;
  runActionOf(last, last.undo);
  return true;
}

/** Runs what a button of a notice does, and takes the notice away. */
export function runActionOf({ id, undo }: Notice, action: Action): void {
  if (action === undo) commits.delete(id);
  end(id, false);
  action.run();
}

/** Takes a notice away; what it announced is done. */
export function dismissNotice({ id }: Notice): void {
  isHeld = false;
  end(id, false);
}

/** What someone points at, or is in by the keys, does not go under their hands. @param isOn false: it has its time again. */
export function hold(isOn: boolean): void {
  isHeld = isOn;
  for (const notice of shown()) wait(notice);
}

function add(notice: Omit<Notice, 'id'>): number {
  const id = (lastId += 1);
  for (const before of shown()) if (before.undo === null) remove(before.id);
  const others = shown();
  if (others.length >= mostShown && others[0] !== undefined) end(others[0].id, false);
  const added = { ...notice, id };
  noticeSlot.set([...shown(), added]);
  wait(added);
  return id;
}

function wait({ id, actions }: Notice): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (isHeld) return;
  const ms = actions.length > 0 ? shownWithActionsForMs : shownForMs;
  timers.set(
    id,
    setTimeout(() => end(id, false), ms),
  );
}

function end(id: number, isLeaving: boolean): void {
  const commit = commits.get(id);
  commits.delete(id);
  remove(id);
  commit?.(isLeaving);
}

function remove(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  const rest = shown().filter((notice) => notice.id !== id);
  noticeSlot.set(rest.length === 0 ? null : rest);
  if (rest.length === 0) isHeld = false;
}

/** Waits for what was asked of the server. @returns why it was not done; null where it was. */
export async function refusalOf(asked: Promise<unknown>): Promise<string | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
}

/** Waits for what was asked of the server. @returns whether it was done; why not is said. */
export async function reportRefusal(asked: Promise<unknown>): Promise<boolean> {
  const refusal = await refusalOf(asked);
  if (refusal !== null) showNotice(refusal, { isError: true });
  return refusal === null;
}

/** Says that something was done, once it was. @param done e.g. of `reportRefusal`. @returns whether it was. */
export async function confirmed(done: Promise<boolean>, text: string): Promise<boolean> {
  const isDone = await done;
  if (isDone) showNotice(text);
  return isDone;
}
