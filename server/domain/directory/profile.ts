/** Profile data from the directory: a picture, and values of profile fields such as phone and title. */
import { createHash } from 'node:crypto';
import { phrase } from '../../translation.ts';
import type { KeptPicture } from '../../uploads/pictures.ts';
import type { SystemActing, SystemViewing } from '../acting.ts';
import { clearProfileValue, profileFields, setProfileValue } from '../profile-fields/edit.ts';
import { fittedValue } from '../profile-fields/types.ts';
import type { AccountChange } from '../sign-in-groups/account-change.ts';
import { setAvatar } from '../users/avatars.ts';
import { findDirectoryRow, storeDirectoryRow, type DirectoryRow } from '../users/directory-rows.ts';
import { findProfileValue } from '../users/profile-rows.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import type { DirectoryUser } from './entry.ts';

/** Bytes of a picture that is taken over; Active Directory allows 100 KiB. */
const mostPictureBytes = 5 * 1024 * 1024;

type Values = Readonly<Record<string, string>>;

/** Fields that have a value in the directory follow it. @param user undefined where there is no account yet. */
export function profileChanges(
  db: SystemViewing['db'],
  user: UserRow | undefined,
  row: DirectoryRow | undefined,
  found: DirectoryUser,
): AccountChange[] {
  const name = user?.full_name ?? found.fullName;
  const before = JSON.parse(row?.given_profile ?? '{}') as Values;
  const given: Record<string, string> = {};
  const changes: AccountChange[] = [];
  for (const field of profileFields(db)) {
    const { name: label } = field;
    const text = found.profile.find((one) => one.fieldId === field.id && one.text !== '')?.text;
    const value = text === undefined ? undefined : fittedValue(field, text);
    const present = user && findProfileValue(db, user.id, field.id)?.value;
    if (value !== undefined) given[field.id] = value;
    if (value !== undefined && value !== present)
      changes.push({
        kind: 'other',
        text: phrase(`Set ${label} of ${name} to ${value}.`),
        run: (acting, account) => setProfileValue(acting, account, field, value),
      });
    // What the user wrote stays.
    if (value === undefined && present !== undefined && present === before[field.id])
      changes.push({
        kind: 'other',
        text: phrase(`Clear ${label} of ${name}: the directory no longer has it.`),
        run: (acting, account) => clearProfileValue(acting, account, field),
      });
  }
  const remembered = JSON.stringify(given);
  if (remembered !== JSON.stringify(before))
    changes.push({
      kind: 'other',
      text: null,
      run: ({ tx }, { id }) => storeDirectoryRow(tx, { user_id: id, given_profile: remembered }),
    });
  return [...changes, ...pictureChanges(name, row, found)];
}

const hashOf = ({ picture }: DirectoryUser): string =>
  picture ? createHash('sha256').update(picture).digest('hex') : '';

/** Only listed here: a picture is drawn outside of transactions, and stored by `storePicture`. */
function pictureChanges(name: string, row: DirectoryRow | undefined, found: DirectoryUser): AccountChange[] {
  if (found.picture === undefined || hashOf(found) === (row?.picture_hash ?? '')) return [];
  const text =
    found.picture === null
      ? phrase(`Remove the picture of the directory from ${name}.`)
      : phrase(`Use the picture of the directory for ${name}.`);
  return [{ kind: 'other', text, run: () => undefined }];
}

/** Whether there is nothing to store of the picture. */
export const isPictureKnown = (row: DirectoryRow, found: DirectoryUser): boolean =>
  found.picture === undefined || (hashOf(found) === row.picture_hash && found.changed === row.entry_changed);

/** The picture to draw; undefined where there is none, or it was drawn before. */
export function newPicture(row: DirectoryRow, found: DirectoryUser): Buffer | undefined {
  const { picture } = found;
  if (!picture || picture.length > mostPictureBytes || hashOf(found) === row.picture_hash) return undefined;
  return picture;
}

/**
 * Notes that the picture of an entry was read, and sets it where it is another one. A picture that users chose here stays until the
 * directory has another one.
 * @param drawn the new picture; null where it cannot be drawn, or there is none. @returns the file that is no longer needed.
 */
export function storePicture(
  acting: SystemActing,
  userId: number,
  found: DirectoryUser,
  drawn: KeptPicture | null,
): string | null {
  const [user, row] = [findUser(acting.db, userId), findDirectoryRow(acting.db, userId)];
  if (user === undefined || row === undefined || found.picture === undefined) return drawn?.name ?? null;
  const hash = hashOf(found);
  const isOther = hash !== row.picture_hash;
  const isRemoved = isOther && drawn === null && row.picture_file !== null && user.avatar_file === row.picture_file;
  storeDirectoryRow(acting.tx, {
    user_id: userId,
    entry_changed: found.changed,
    picture_hash: hash,
    ...(isOther && { picture_file: drawn?.name ?? null }),
  });
  return drawn !== null || isRemoved ? setAvatar(acting, user, drawn).replaced : null;
}
