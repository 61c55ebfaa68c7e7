/** Data swap under a running server. */
import type { ChatServices } from '../domain/acting.ts';
import type { TeamNetwork } from './team-network.ts';

export interface DataChange {
  /**
   * Puts a whole data folder together in an empty one on the same disk. The server runs on in the meantime; if this fails, nothing
   * has happened.
   */
  prepare(folder: string): Promise<void>;
  /**
   * Puts the last of it together while no request is answered and the old data is closed: what takes in all that was written until now. If
   * it fails, the old data is opened again.
   */
  finish?(folder: string): Promise<void>;
  /** Works on the new data before anybody is answered from it, such as to keep someone signed in. If it fails, the old data is back. */
  settle?(services: OpenedServices): Promise<void>;
  /** Is given the folder with what was there before, and may move it away; otherwise it is deleted. */
  keep?(folder: string): Promise<void>;
  /** The request that asks for it, which is not waited for, and may answer when it is done; from then on without data. */
  requestId?: string;
}

/** What is there of a server when data was opened and no one is answered from it yet. */
export interface OpenedServices extends ChatServices {
  network: TeamNetwork;
  /** The one-time token of the set-up link; null once an organization exists. */
  setupToken: { current: string | null };
}

/** A user who can swap the data under a server. */
export interface Reopenable {
  /** @throws what `ServerServices.reopen` throws. */
  reopen(change: DataChange): Promise<void>;
}
