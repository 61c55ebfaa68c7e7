/** The organization's icon and logos: served to anybody, uploaded and removed by administrators. */
import { pictureLimitMib } from '../domain/organization/limits.shared.ts';
import {
  drawnPicture,
  pictureFile,
  pictureSizes,
  setPicture,
  type OrganizationPicture,
} from '../domain/organization/pictures.ts';
import { pictureBytes } from '../domain/pictures/rows.ts';
import { invalidParameter } from '../errors.ts';
import { RawAnswer } from '../http/endpoint.ts';
import { bool, file, type UploadedFile } from '../http/params.ts';
import { drawSvg, keepPicture, locatePicture, removePicture } from '../uploads/pictures.ts';
import { endpoint, type ApiEndpoint, type Call } from './endpoint.ts';
import { fileAnswerIfThere } from './file-answer.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Organization';

const night = bool().default(false).describe('The logo for dark backgrounds.');
const logoOf = ({ night: isNight }: { night: boolean }): OrganizationPicture => (isNight ? 'night_logo' : 'logo');
const cacheControl = 'public, max-age=3600';

/** Refuses what is too large before it is read as a picture. @throws ApiError BAD_REQUEST */
export function checkPictureSize({ size }: UploadedFile): void {
  if (size > pictureLimitMib * 1024 * 1024)
    throw invalidParameter('file', `Uploaded file is larger than the allowed limit of ${pictureLimitMib} MiB`);
}

/** Draws and stores a picture and shows it; its file goes again where that is refused. */
async function usePicture(
  { options: { dataDir }, random }: Call['services'],
  write: Call['write'],
  picture: OrganizationPicture,
  sent: UploadedFile,
): Promise<Record<string, never>> {
  const kept = await keepPicture(dataDir, sent.path, pictureSizes[picture], random);
  try {
    await write((acting) => setPicture(acting, picture, kept));
  } catch (error) {
    await removePicture(dataDir, 'organization', kept.name);
    throw error;
  }
  return {};
}

function served(picture: OrganizationPicture, path: string): ApiEndpoint {
  return endpoint({
    method: 'GET',
    path,
    prefix: '',
    access: 'anonymous',
    summary: `The organization's ${picture.replace('_', ' ')}.`,
    personal: false,
    answer: 'file',
    params: {},
    async run({ request, services, read }) {
      const { name, bytes, drawn } = await read(({ db }) => {
        const stored = pictureFile(db, picture) ?? '';
        return { name: stored, bytes: pictureBytes(db, `organization/${stored}`), drawn: drawnPicture(db, picture) };
      });
      const place = locatePicture(services.options.dataDir, 'organization', name);
      if (place !== undefined) {
        const kept = { path: place, bytes, contentType: 'image/png', etag: `"${name}"`, cacheControl };
        // Without its file, or with a part of it, a picture is drawn, so that no client shows a broken one.
        const answer = await fileAnswerIfThere(request, kept);
        if (answer !== undefined) return answer;
      }
      return new RawAnswer({
        headers: { 'Content-Type': 'image/png', 'Cache-Control': cacheControl },
        body: await drawSvg(drawn),
      });
    },
  });
}

export const getRealmIcon: ApiEndpoint = served('icon', '/realm/icon.png');
export const getRealmLogo: ApiEndpoint = served('logo', '/realm/logo.png');
export const getRealmNightLogo: ApiEndpoint = served('night_logo', '/realm/night-logo.png');

export const uploadRealmIcon = endpoint({
  method: 'POST',
  path: '/realm/icon',
  access: 'administrator',
  summary: "Upload the organization's icon.",
  personal: false,
  answer: {},
  params: { file: file() },
  async run({ services, write, params: { file: sent } }) {
    checkPictureSize(sent);
    return usePicture(services, write, 'icon', sent);
  },
});

export const deleteRealmIcon = endpoint({
  method: 'DELETE',
  path: '/realm/icon',
  access: 'administrator',
  summary: 'Go back to the drawn icon.',
  personal: false,
  answer: {},
  params: {},
  run: ({ write }) =>
    write((acting) => {
      setPicture(acting, 'icon', null);
      return {};
    }),
});

export const uploadRealmLogo = endpoint({
  method: 'POST',
  path: '/realm/logo',
  access: 'administrator',
  summary: "Upload the organization's logo.",
  personal: false,
  answer: {},
  params: { file: file(), night },
  async run({ services, write, params: { file: sent, night: isNight } }) {
    checkPictureSize(sent);
    return usePicture(services, write, logoOf({ night: isNight }), sent);
  },
});

export const deleteRealmLogo = endpoint({
  method: 'DELETE',
  path: '/realm/logo',
  access: 'administrator',
  summary: 'Go back to the drawn logo.',
  personal: false,
  answer: {},
  params: { night },
  run: ({ write, params }) =>
    write((acting) => {
      setPicture(acting, logoOf(params), null);
      return {};
    }),
});
