/**
 * The turns of this browser's tabs to wait at the server (turns.ts). Each stands in the browser's storage under a key of its tab
 * until it runs out: of one list for all, a tab that goes while another comes could leave its turn behind. Two tabs that take the
 * last one in the same moment cost a connection for one poll, and nothing else. The tab that waits rings for the hidden ones that
 * do not, which then ask without waiting.
 */
import { onTold, tellTabs } from './tabs.ts';
import { isTurnOf, type Turn } from './turns.ts';

const prefix = 'hearth.poll-turn.';
/** Unlike `crypto.randomUUID`, there on plain http. */
const tab = [...crypto.getRandomValues(new Uint32Array(2))].join('-');
const ownKey = prefix + tab;

/** What the others hold; turns that have run out are cleared away. */
function readTurns(now: number): Turn[] {
  const turns: Turn[] = [];
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(prefix))) {
    const { isShown, until } = JSON.parse(localStorage.getItem(key) ?? '{"until":0}') as Omit<Turn, 'tab'>;
    if (until > now) turns.push({ tab: key.slice(prefix.length), isShown, until });
    else localStorage.removeItem(key);
  }
  return turns;
}

/** @param ms how long the wait may take. @returns whether this tab may wait now. */
export function mayWait(ms: number): boolean {
  const now = Date.now();
  const isShown = document.visibilityState === 'visible';
  try {
    if (!isTurnOf(readTurns(now), { tab, isShown }, now)) return false;
    localStorage.setItem(ownKey, JSON.stringify({ isShown, until: now + ms }));
  } catch {
    // Storage that is full or forbidden: every tab waits by itself.
  }
  return true;
}

/** Others may wait now. */
export function leaveTurn(): void {
  try {
    localStorage.removeItem(ownKey);
  } catch {
    // Nothing was kept there.
  }
}

/** Calls when another tab has left its turn. @returns a function that ends the listening. */
export function onTurnLeft(listener: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent): void => {
    if (key?.startsWith(prefix) === true && newValue === null) listener();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

/** Tells the tabs that do not wait that there is something to ask for. */
export const ring = (): void => tellTabs('ring');

/** @returns a function that ends the listening. */
export const onRing = (listener: () => void): (() => void) => onTold('ring', listener);
