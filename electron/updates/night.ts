/** Updates without a person: at night, while no client is connected. */
import type { Updates } from './updates.ts';

/** Local hours: from the first, before the second. */
const night = { from: 2, until: 5 };

export interface NightFacts {
  /** What a person chose for this computer. */
  isWanted: boolean;
  /** Local time. */
  now: Date;
  /** Programs and browsers that wait for events; null: not known. */
  connected: number | null;
  /** An update is downloaded, or can be. */
  isAvailable: boolean;
  /** Something is being done with the data. */
  isBusy: boolean;
}

/** Downloads and installs an update that was found, when it may. A backup is made first, as always. */
export async function updateUnattended(updates: Updates, facts: Omit<NightFacts, 'isAvailable'>): Promise<void> {
  const { kind } = updates.state();
  if (!mayUpdateNow({ ...facts, isAvailable: kind === 'available' || kind === 'ready' })) return;
  await updates.download();
  await updates.install();
}

/** @returns whether the app may download and install the update now. A server that does not run has no clients. */
export function mayUpdateNow({ isWanted, now, connected, isAvailable, isBusy }: NightFacts): boolean {
  const hour = now.getHours();
  return isWanted && isAvailable && !isBusy && (connected ?? 0) === 0 && hour >= night.from && hour < night.until;
}
