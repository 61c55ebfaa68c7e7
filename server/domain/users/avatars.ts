/** Users' pictures: which file is whose, and telling everyone about a new one (contract: RealmUserUpdatePerson, avatar). */
import { badRequest } from '../../errors.ts';
import { isAdministrator } from '../../permissions/roles.ts';
import type { KeptPicture } from '../../uploads/pictures.ts';
import type { SystemActing, Viewing } from '../acting.ts';
import { organizationSetting } from '../organization/rows.ts';
import { forgetPictureFiles, recordPictureFiles } from '../pictures/rows.ts';
import { findUser, updateUserRow, type UserRow } from './rows.ts';
import { audienceOf } from './visibility.shared.ts';
import { avatarUrl, avatarUrlMedium } from './wire.ts';

/** @throws ApiError BAD_REQUEST where the organization does not let its users change their pictures. */
export function checkMayChangeAvatar(viewing: Viewing): void {
  const isDisabled = organizationSetting(viewing.db, 'avatar_changes_disabled');
  if (isDisabled && !isAdministrator(viewing.user))
    throw badRequest('Avatar changes are disabled in this organization.');
}

/**
 * Sets or removes the picture of an account and announces it to everyone who sees the account.
 * @param picture below the pictures' folder; null = the drawn default.
 * @returns the account as it is now, and the file that is no longer needed.
 */
export function setAvatar(
  acting: SystemActing,
  user: UserRow,
  picture: KeptPicture | null,
): { user: UserRow; replaced: string | null } {
  const source = picture === null ? 'G' : 'U';
  updateUserRow(acting.tx, user.id, {
    avatar_source: source,
    avatar_file: picture?.name ?? null,
    avatar_version: user.avatar_version + 1,
  });
  if (user.avatar_file !== null) forgetPictureFiles(acting.tx, `avatars/${user.avatar_file}`);
  recordPictureFiles(acting.tx, picture?.files ?? []);
  const changed = findUser(acting.db, user.id) ?? user;
  acting.announce(
    {
      type: 'realm_user',
      op: 'update',
      person: {
        user_id: changed.id,
        avatar_url: avatarUrl(changed, false),
        avatar_url_medium: avatarUrlMedium(changed),
        avatar_source: source,
        avatar_version: changed.avatar_version,
      },
    },
    audienceOf(acting.db, changed),
  );
  return { user: changed, replaced: user.avatar_file };
}
