/** Connected clients of this server: programs and browsers that wait for events, and people who are online. */
import type { NetworkState } from '../contract/shapes/network.ts';
import type { DesktopClient } from '../desktop-link.ts';
import type { ChatServices } from '../domain/acting.ts';
import { countOnline } from '../domain/presence/overview.ts';
import type { EventQueue } from '../events/queue.ts';

/** The desktop app's own window is no client that someone else runs. */
const ownWindow: DesktopClient = 'HearthDesktop';
/** A client that has not asked for events for this long is gone, in milliseconds. */
const clientAgeMs = 90_000;

/** Counts them, now. */
export async function countConnected({
  storage,
  options,
  queues,
}: ChatServices): Promise<Pick<NetworkState, 'clients_connected' | 'people_online'>> {
  const nowMs = options.clock();
  const isThere = (queue: EventQueue): boolean =>
    queues.isPolled(queue) || Math.abs(nowMs - queue.lastPollMs) < clientAgeMs;
  const clients = queues.list().filter((queue) => queue.options.client !== ownWindow && isThere(queue));
  const people = await storage.read((db) => countOnline(db, Math.floor(nowMs / 1000)));
  return { clients_connected: clients.length, people_online: people };
}
