/**
 * The organization's icon and logos: which file is shown, and the ones that are drawn until someone uploads their own.
 * Files are below uploads/organization.
 */
import { unauthorizedPrincipal } from '../../errors.ts';
import { isAdministrator } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import { removePicture, type KeptPicture } from '../../uploads/pictures.ts';
import type { Acting } from '../acting.ts';
import { forgetPictureFiles, recordPictureFiles } from '../pictures/rows.ts';
import { organization } from './rows.ts';
import { setOrganization } from './store.ts';

export type OrganizationPicture = 'icon' | 'logo' | 'night_logo';

/** Pixels: an icon is square, a logo may be wide. */
export const pictureSizes: Record<OrganizationPicture, { width: number; height: number }> = {
  icon: { width: 256, height: 256 },
  logo: { width: 800, height: 100 },
  night_logo: { width: 800, height: 100 },
};

/** The uploaded file's name; null = drawn. */
export function pictureFile(db: Reader, picture: OrganizationPicture): string | null {
  return organization(db)[`${picture}_file`];
}

/**
 * Shows another picture from now on; the file of the one before is removed once that is on disk. @param kept below uploads/organization; null = the drawn one.
 * @throws ApiError UNAUTHORIZED_PRINCIPAL for others than administrators
 */
export function setPicture(acting: Acting, picture: OrganizationPicture, kept: KeptPicture | null): void {
  if (!isAdministrator(acting.user)) throw unauthorizedPrincipal();
  const before = organization(acting.db);
  const replaced = before[`${picture}_file`];
  if (replaced !== null) forgetPictureFiles(acting.tx, `organization/${replaced}`);
  recordPictureFiles(acting.tx, kept?.files ?? []);
  const { options, log } = acting.services;
  acting.afterDurable(() => {
    removePicture(options.dataDir, 'organization', replaced).catch((error: unknown) =>
      log.warn({ err: error, file: replaced }, 'could not delete the file of a replaced picture'),
    );
  });
  setOrganization(acting, {
    [`${picture}_file`]: kept?.name ?? null,
    [`${picture}_version`]: before[`${picture}_version`] + 1,
  });
}

/** A hearth in outline, in the organization's own colour: as SVG, to be drawn at any size. */
export function drawnPicture(db: Reader, picture: OrganizationPicture): string {
  const name = organization(db).name;
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 20);
  const { width, height } = pictureSizes[picture];
  const flame = 'M50 12C62 30 78 40 78 62A28 28 0 0 1 22 62C22 50 30 44 34 34C38 42 44 44 46 40C50 32 46 22 50 12Z';
  const scale = height / 100;
  const colour = picture === 'icon' ? '#ffffff' : `hsl(${hue} 60% ${picture === 'night_logo' ? 70 : 40}%)`;
  const ground =
    picture === 'icon' ? `<rect width="100%" height="100%" rx="${width / 6}" fill="hsl(${hue} 55% 42%)"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}<path transform="scale(${scale})" fill="${colour}" d="${flame}"/></svg>`;
}
