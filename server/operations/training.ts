/**
 * A demo organization for trainings, as the API sees it: scenarios to begin with, snapshots to come back to. How its folder
 * is kept is demo/keeper.ts. An organization that is no demo has none of this.
 */
import type { DemoAccountWire } from '../contract/shapes/training.ts';
import { giveSessions, sessionsToMove } from '../domain/accounts/sessions.ts';
import { ownOrigin, systemActing, type SystemActing } from '../domain/acting.ts';
import { storeServerSetting } from '../domain/organization/rows.ts';
import { badRequest } from '../errors.ts';
import { everyone } from '../events/audience.ts';
import type { Reader } from '../storage/database.ts';
import { rotateCredentials } from './sample.ts';
import type { ServerServices, Target, Demo } from './services.ts';

/** @throws ApiError BAD_REQUEST in an organization that is no demo. */
export function accessDemo({ demo }: Pick<ServerServices, 'demo'>): Demo {
  if (demo === null)
    throw badRequest('This works only in a demo organization: start one with `npm run demo` or `hearth demo`.');
  return demo;
}

/** Tells everyone's console that faults are on, or no longer are: all of them say so. */
export function announceFaults(acting: SystemActing): void {
  acting.announce({ type: 'console', about: 'training' }, { ...everyone, onlyAsking: 'console' });
}

/**
 * Puts the demo's data back. Clients have to register again; who is signed in to the console stays so where the new data has
 * them. Faults end.
 * @param requestId of the request that asks. @returns how long it took, milliseconds.
 */
export async function resetDemo(services: ServerServices, requestId: string, target: Target): Promise<number> {
  const demo = accessDemo(services);
  const startedMs = performance.now();
  await services.unwritten.write();
  const sessions = await services.storage.read(sessionsToMove);
  await services.reopen({
    requestId,
    prepare: async (folder) => demo.fill(folder, target),
    keep: async (folder) => demo.keepBefore(folder),
    settle: async (next) =>
      next.storage.transaction((tx) => {
        // The scenarios have the same invented people.
        giveSessions(tx, sessions, () => true);
        // What pages still had to send belongs to what is gone (accounts/sessions.ts, dataId).
        storeServerSetting({ tx }, 'data_id', next.random.token(16));
        if (demo.isSample) rotateCredentials(systemActing(tx, next, ownOrigin(next)));
      }),
  });
  return Math.round(performance.now() - startedMs);
}

/** Everyone with their API key: in a demo it is no secret, and calls are sent as anybody. */
export function demoAccounts(db: Reader): DemoAccountWire[] {
  const rows = db.all<Omit<DemoAccountWire, 'is_bot' | 'is_active'> & { is_bot: number; is_active: number }>(
    `SELECT id AS user_id, email, full_name, role, is_bot, is_active, api_key FROM users WHERE is_system_bot = 0
     ORDER BY is_bot, is_active DESC, id`,
  );
  return rows.map((row) => ({ ...row, is_bot: row.is_bot === 1, is_active: row.is_active === 1 }));
}
