/**
 * The turns of this browser's tabs to wait at the server (turns.ts). They stand in the browser's storage until they run out; two
 * tabs that take the same one in the same moment cost a connection for one poll, and nothing else. The tab that waits rings for
 * the hidden ones that do not, which then ask without waiting.
 */
import { onTold, tellTabs } from './tabs.ts';
import { takeTurn, type Turn } from './turns.ts';

const storageKey = 'hearth.poll-turns';
/** Unlike `crypto.randomUUID`, there on plain http. */
const tab = [...crypto.getRandomValues(new Uint32Array(2))].join('-');

function readTurns(): Turn[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? (kept as Turn[]) : [];
  } catch {
    return [];
  }
}

function writeTurns(turns: readonly Turn[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(turns));
  } catch {
    // Storage that is full or forbidden: every tab waits by itself.
  }
}

/** @param ms how long the wait may take. @returns whether this tab may wait now. */
export function mayWait(ms: number): boolean {
  const now = Date.now();
  const isShown = document.visibilityState === 'visible';
  const turns = takeTurn(readTurns(), { tab, isShown, until: now + ms }, now);
  if (turns !== null) writeTurns(turns);
  return turns !== null;
}

/** Others may wait now. */
export function leaveTurn(): void {
  writeTurns(readTurns().filter((turn) => turn.tab !== tab));
}

/** Tells the tabs that do not wait that there is something to ask for. */
export const ring = (): void => tellTabs('ring');

/** @returns a function that ends the listening. */
export const onRing = (listener: () => void): (() => void) => onTold('ring', listener);
