/** Signing an account out everywhere: its sessions, its API key and its event queues end together. */
import type { SystemActing } from '../acting.ts';
import { revokeDevicesOf } from '../ntfy-devices/devices.ts';
import type { UserRow } from '../users/rows.ts';
import { removeSubscriptionsOf } from '../web-push/subscriptions.ts';
import { regenerateApiKey } from './authentication.ts';
import { closeSessionsOf } from './sessions.ts';

/** No client of the account stays signed in. The user gets the new API key with the next sign-in. */
export function signOutEverywhere(acting: SystemActing, user: UserRow): void {
  closeSessionsOf(acting, user.id);
  endPrograms(acting, user);
}

/** Ends what works without a session: the API key, devices with the ntfy app, browsers with web push, and event queues, also those that wait for an event. */
export function endPrograms(acting: SystemActing, user: UserRow): void {
  const { queues } = acting.services;
  regenerateApiKey(acting, user);
  revokeDevicesOf(acting, user.id);
  removeSubscriptionsOf(acting, user.id);
  for (const queue of queues.ofUser(user.id)) queues.delete(acting.tx, queue);
}
