/**
 * Machine settings that do not belong to the team: how it is reached, and the drive of its backups. It stays when other data
 * takes the place of what is here.
 */
import type { NetworkSettings } from '../../contract/shapes/network.ts';
import { giveSessions, sessionsToMove, type MovedSessions } from '../../domain/accounts/sessions.ts';
import { ownOrigin, systemActing } from '../../domain/acting.ts';
import { setCause } from '../../domain/audit/cause.ts';
import { forgetAllRefreshTokens } from '../../domain/users/sign-in-check-rows.ts';
import type { Reader } from '../../storage/database.ts';
import type { OpenedServices } from '../data-change.ts';
import { changeNetworkSettings, knownTeamAddress, networkSettings, rememberTeamAddress } from '../network-settings.ts';
import {
  backupSettings,
  changeBackupSettings,
  markedFolder,
  rememberMarkedFolder,
  rememberUsedFolders,
  usedFolders,
} from './settings.ts';

export interface MachineFacts {
  network: NetworkSettings;
  knownAddress: string;
  backupDir: string;
  /** The chosen folder that was marked by a backup. */
  markedFolder: string;
  usedFolders: readonly string[];
  sessions: MovedSessions;
}

export function machineFacts(db: Reader): MachineFacts {
  return {
    network: networkSettings(db),
    knownAddress: knownTeamAddress(db),
    backupDir: backupSettings(db).backup_dir,
    markedFolder: markedFolder(db),
    usedFolders: usedFolders(db),
    sessions: sessionsToMove(db),
  };
}

/**
 * Carries on in the data that has come.
 * @param asker address of the user who asked for it, who stays signed in where the data has them; everyone does where it is the
 *   data of the same organization.
 */
export async function keepMachine(next: OpenedServices, facts: MachineFacts, asker: string | null): Promise<void> {
  await next.storage.transaction((tx) => {
    setCause(tx, { via: 'restore' });
    const acting = systemActing(tx, next, ownOrigin(next));
    changeNetworkSettings(acting, facts.network);
    // A team that comes from another computer knows that one's address, and is to be reported about the new one.
    if (facts.knownAddress !== '') rememberTeamAddress(acting, facts.knownAddress);
    changeBackupSettings(acting, { backup_dir: facts.backupDir });
    rememberUsedFolders(acting, facts.usedFolders);
    rememberMarkedFolder(acting, facts.markedFolder);
    giveSessions(tx, facts.sessions, (address) => address === asker);
    forgetAllRefreshTokens(tx);
  });
  await next.network.apply();
}
