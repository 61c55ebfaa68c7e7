/**
 * Revocations that survive a restore. Someone may have been signed out, and a link used, replaced or withdrawn,
 * after the backup was made. What people come in with stays, passwords and API keys: a server that moved with its backup would
 * otherwise lock its whole team out.
 */
import { endAllSessions } from '../../domain/accounts/sessions.ts';
import { changeInvitationKeys } from '../../domain/invitations/invitations.ts';
import { endAllMailedLinks } from '../../domain/users/link-rows.ts';
import { forgetAllRefreshTokens } from '../../domain/users/sign-in-check-rows.ts';
import type { RandomSource } from '../../options.ts';
import type { Storage } from '../../storage/database.ts';

/**
 * Ends the sessions and mailed links of before. Invitations of one person stay in the list with a new link, which is mailed by
 * sending them again; reusable links stay as they are, because they hang on walls.
 */
export async function revokeSessionsAndLinks(storage: Storage, random: RandomSource): Promise<void> {
  await storage.transaction((tx) => {
    endAllSessions(tx);
    endAllMailedLinks(tx);
    forgetAllRefreshTokens(tx);
    changeInvitationKeys(tx, random, 'single_use');
  });
}
