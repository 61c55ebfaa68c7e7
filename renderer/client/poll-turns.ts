/**
 * The turns of this browser's tabs to wait at the server (turns.ts). Each stands in the browser's storage under a key of its tab
 * until it runs out: of one list for all, a tab that goes while another comes could leave its turn behind. Two tabs that take the
 * last one in the same moment cost a connection for one poll, and nothing else. The tab that waits rings for the hidden ones that
 * do not, which then ask without waiting.
 */
import { page } from './page-port.ts';
import { readStoredUnder, watchStored, writeStored } from './storage.ts';
import { onTold, tellTabs } from './tabs.ts';
import { isTurnOf, type Turn } from './turns.ts';

const beginning = 'poll-turn.';
/** Unlike `crypto.randomUUID`, there on plain http. */
const tab = [...crypto.getRandomValues(new Uint32Array(2))].join('-');
const ownName = beginning + tab;

/** What the others hold; turns that have run out are cleared away. */
function readTurns(now: number): Turn[] {
  return [...readStoredUnder(beginning)].flatMap(([name, value]) => {
    const { isShown = false, until = 0 } = (value ?? {}) as Partial<Omit<Turn, 'tab'>>;
    if (until > now) return [{ tab: name, isShown, until }];
    writeStored(beginning + name, null);
    return [];
  });
}

/** @param ms how long the wait may take. @returns whether this tab may wait now. */
export function mayWait(ms: number): boolean {
  const now = Date.now();
  const isShown = page().isShown();
  if (!isTurnOf(readTurns(now), { tab, isShown }, now)) return false;
  // Where nothing can be stored, every tab waits.
  writeStored(ownName, JSON.stringify({ isShown, until: now + ms }));
  return true;
}

/** Others may wait now. */
export const leaveTurn = (): void => void writeStored(ownName, null);

/** Calls when another tab has left its turn. @returns a function that ends the listening. */
export const onTurnLeft = (listener: () => void): (() => void) =>
  watchStored(beginning, ({ text }) => {
    if (text === null) listener();
  });

/** Tells the tabs that do not wait that there is something to ask for. */
export const ring = (): void => tellTabs('ring');

/** @returns a function that ends the listening. */
export const onRing = (listener: () => void): (() => void) => onTold('ring', listener);
