/** One sentence about what was just done, or could not be done: shown for a while at the foot of the page, and spoken. */
import { ApiError } from '../../client/request.ts';
import { openSlot } from './open-slot.ts';

export interface Notice {
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

const shownForMs = 6000;
/** Time to reach one of several buttons. */
const shownWithActionsForMs = 15_000;

export const noticeSlot = openSlot<Notice>('notice');
let timer: ReturnType<typeof setTimeout> | undefined;
let isHeld = false;

export function showNotice(
  text: string,
  { isError = false, undo = null, actions = [] }: Partial<Omit<Notice, 'text'>> = {},
): void {
  noticeSlot.set({ text, isError, undo, actions });
  hold(isHeld);
}

export function dismissNotice(): void {
  clearTimeout(timer);
  isHeld = false;
  noticeSlot.set(null);
}

/** What somebody points at, or is in by the keys, does not go under their hands. @param isOn false: it has its time again. */
export function hold(isOn: boolean): void {
  clearTimeout(timer);
  isHeld = isOn;
  const hasActions = (noticeSlot.getState()?.actions.length ?? 0) > 0;
  if (!isOn) timer = setTimeout(dismissNotice, hasActions ? shownWithActionsForMs : shownForMs);
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
