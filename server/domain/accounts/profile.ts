/**
 * Names and pictures of accounts, and their changes. Of bots those who see their keys are reported beside everyone else
 * (contract: `realm_bot` / update).
 */
import { badRequest } from '../../errors.ts';
import { isAdministrator } from '../../permissions/roles.ts';
import type { KeptPicture } from '../../uploads/pictures.ts';
import type { Acting } from '../acting.ts';
import { announceBotUpdated } from '../bots/wire.ts';
import { organizationSetting } from '../organization/rows.ts';
import * as avatars from '../users/avatars.ts';
import { changeFullName } from '../users/edit.ts';
import type { UserRow } from '../users/rows.ts';
import { avatarUrl } from '../users/wire.ts';

/** @throws ApiError BAD_REQUEST for a bad name, or one in use where names must be unique, as those of bots always must. */
export function changeName(acting: Acting, user: UserRow, name: string): void {
  const full_name = changeFullName(acting, user, name);
  if (user.is_bot === 1 && name !== user.full_name) announceBotUpdated(acting, { ...user, full_name }, { full_name });
}

/** Own name, where the organization lets people choose it. */
export function changeOwnName(acting: Acting, name: string): void {
  if (organizationSetting(acting.db, 'name_changes_disabled') && !isAdministrator(acting.user)) {
    throw badRequest('Name changes are disabled in this organization');
  }
  changeName(acting, acting.user, name);
}

/** As `avatars.setAvatar`. */
export function changeAvatar(
  acting: Acting,
  user: UserRow,
  picture: KeptPicture | null,
): ReturnType<typeof avatars.setAvatar> {
  const set = avatars.setAvatar(acting, user, picture);
  if (user.is_bot === 1) announceBotUpdated(acting, set.user, { avatar_url: avatarUrl(set.user, false) });
  return set;
}
