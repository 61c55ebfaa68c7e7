/** Owners that no one can sign in as: after an import, or in a backup of such data, an owner may have no password. */
import { Role } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import { enabledProviders } from '../single-sign-on/rows.ts';

/** @returns the address of an owner who needs a password link; null when an owner has a password, or may sign in with a provider. */
export function ownerWithoutPassword(db: Reader): string | null {
  const owners = db.all<{ email: string; has_password: number }>(
    `SELECT delivery_email AS email, password_hash IS NOT NULL AS has_password FROM users
     WHERE role = ? AND is_bot = 0 AND is_active = 1 ORDER BY id`,
    Role.owner,
  );
  if (owners.some((owner) => owner.has_password === 1) || enabledProviders(db).length > 0) return null;
  return owners[0]?.email ?? null;
}
