/** One sentence about what was just done, or could not be done: shown for a while at the foot of the page, and spoken. */
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../../client/request.ts';

export interface Notice {
  text: string;
  isError: boolean;
  /** Undoes it, where that can be done. */
  undo: { label: string; run: () => void } | null;
}

const shownForMs = 6000;

export const notices = createStore<Notice | null>(() => null);
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, { isError = false, undo = null }: Partial<Omit<Notice, 'text'>> = {}): void {
  clearTimeout(timer);
  notices.setState({ text, isError, undo }, true);
  timer = setTimeout(unsay, shownForMs);
}

export function unsay(): void {
  clearTimeout(timer);
  notices.setState(null, true);
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
export async function told(asked: Promise<unknown>): Promise<boolean> {
  const refusal = await refusalOf(asked);
  if (refusal !== null) say(refusal, { isError: true });
  return refusal === null;
}
