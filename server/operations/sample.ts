/**
 * The sample data to look around in, at the first run: an organization of an invented office. A user who chose it is signed in as
 * its owner, and leaves it when they want to begin with their own team; what they did in it is backed up first.
 */
import { join } from 'node:path';
import { openSession, type OpenedSession } from '../domain/accounts/sessions.ts';
import { ownOrigin, systemActing, type SystemActing } from '../domain/acting.ts';
import { changeInvitationKeys } from '../domain/invitations/invitations.ts';
import { endAllMailedLinks } from '../domain/users/link-rows.ts';
import { allUsers, findUserByEmail, systemBots, updateUserRow, type UserRow } from '../domain/users/rows.ts';
import { badRequest } from '../errors.ts';
import { rm } from '../file-access.ts';
import { imagesName } from '../storage/file-names.ts';
import { keepMachine, machineFacts } from './backups/machine.ts';
import type { ServerServices } from './services.ts';

/** @returns the owner of the sample data, and a session of theirs. */
export async function enterSample(
  services: ServerServices,
  { requestId, userAgent, language }: { requestId: string; userAgent: string; language: string },
): Promise<{ owner: UserRow; session: OpenedSession }> {
  const { sample, storage } = services;
  await services.unwritten.write();
  const facts = await storage.read(machineFacts);
  let entered: { owner: UserRow; session: OpenedSession } | undefined;
  await services.reopen({
    requestId,
    prepare: async (folder) => sample.build(folder, language),
    async settle(next) {
      await keepMachine(next, facts, null);
      entered = await next.storage.transaction((tx) => {
        const acting = systemActing(tx, next, ownOrigin(next));
        rotateCredentials(acting);
        const owner = findUserByEmail(tx, sample.ownerEmail);
        if (owner === undefined) throw new Error('the sample data has no owner');
        return { owner, session: openSession(acting, owner, userAgent) };
      });
    },
  });
  if (entered === undefined) throw new Error('the sample data was not opened');
  return entered;
}

/**
 * Everyone knows the passwords, keys, links and invitations of the sample's people: a user who reaches this server could be its owner,
 * and stay it when the sample is left. Afterwards only sessions let anybody in.
 */
export function rotateCredentials(acting: SystemActing): void {
  const { tx, services } = acting;
  for (const { id } of [...allUsers(tx), ...systemBots(tx)])
    updateUserRow(tx, id, { password_hash: null, api_key: services.random.token(32) });
  changeInvitationKeys(tx, services.random, 'all');
  endAllMailedLinks(tx);
}

/** Whether this is sample data that was chosen here, and so can be left: a demo for trainings has nothing to go back to. */
export const canLeaveSample = ({ demo, options }: ServerServices): boolean => demo !== null && !options.isTraining;

/** @returns how anybody signs in to a demo for trainings as its owner, as its start prints it; null where no one may know that. */
export function knownSignIn({ demo, sample, options }: ServerServices): { email: string; password: string } | null {
  if (demo === null || demo.isSample || !options.isTraining) return null;
  return { email: sample.ownerEmail, password: sample.password };
}

/**
 * Empties the server, which then waits for its organization again.
 * @returns the token of the new set-up link. @throws ApiError BAD_REQUEST where there is no sample data to leave
 */
export async function leaveSample(services: ServerServices, requestId: string): Promise<string> {
  if (!canLeaveSample(services)) throw badRequest('There is no sample data to leave here.');
  await services.unwritten.write();
  const facts = await services.storage.read(machineFacts);
  await services.backups.make('safety');
  let token: string | null = null;
  await services.reopen({
    requestId,
    // An empty folder is a new server.
    prepare: async () => undefined,
    async settle(next) {
      await keepMachine(next, facts, null);
      token = next.setupToken.current;
    },
  });
  await rm(join(services.options.dataDir, imagesName), { recursive: true, force: true });
  if (token === null) throw new Error('the empty server has no set-up link');
  return token;
}
