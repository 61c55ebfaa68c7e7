/** The audit log of a whole server: of the chat's own things, and of the settings that only the server knows. */
import { auditWatch } from '../domain/audit/record.ts';
import { directoryDefaults } from '../domain/directory/settings.shared.ts';
import { deliveryDefaults } from '../domain/organization/delivery-settings.shared.ts';
import { twoFactorDefaults } from '../domain/two-factor/policies.shared.ts';
import { systemClock } from '../options.ts';
import type { RowWatch } from '../storage/row-watch.ts';
import { backupDefaults } from './backups/settings.ts';
import { networkDefaults } from './network-settings.ts';

/** Settings that are not the organization's own, with their defaults, by the kind of their entries. */
export const serverSettings = {
  network: networkDefaults,
  backup: backupDefaults,
  delivery: deliveryDefaults,
  directory: directoryDefaults,
  sign_in: twoFactorDefaults,
};

/** @param clock UNIX milliseconds. @returns what storage is opened with. */
export const serverAudit = (clock: () => number = systemClock): RowWatch => auditWatch(clock, serverSettings);
