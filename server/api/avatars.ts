/**
 * Users' pictures: uploaded ones, and drawn ones for everybody else. All come from this server
 * (there may be no internet).
 */
import { join } from 'node:path';
import { z } from 'zod';
import { changeAvatar } from '../domain/accounts/profile.ts';
import type { Viewing } from '../domain/acting.ts';
import { pictureLimitMib } from '../domain/organization/limits.ts';
import { pictureBytes } from '../domain/pictures/rows.ts';
import { checkMayChangeAvatar } from '../domain/users/avatars.ts';
import { findUser, type UserRow } from '../domain/users/rows.ts';
import { canAccessUser, findVisibleUserByEmail } from '../domain/users/visibility.ts';
import { avatarUrl } from '../domain/users/wire.ts';
import { badRequest } from '../errors.ts';
import { mkdir, rename, rm } from '../file-access.ts';
import { RawAnswer } from '../http/endpoint.ts';
import { file, oneOf, text } from '../http/params.ts';
import { defaultPicture } from '../uploads/default-picture.ts';
import { syncFolder, uploadsRoot, writeSynced } from '../uploads/files.ts';
import { locateAvatar, squarePictures, type KeptPicture } from '../uploads/pictures.ts';
import { uploadPolicy } from '../uploads/types.ts';
import { endpoint, type Call } from './endpoint.ts';
import { fileAnswer } from './file-answer.ts';

/** Pixels; the larger one is for profiles. */
const sides = { small: 100, medium: 500 } as const;
type Size = keyof typeof sides;

const version = text({ max: 20 }).optional().describe('Makes a new address of a new picture; not read.');
const who = text({ min: 1, max: 300 }).describe('Id or e-mail of a user.');

export const getAvatar = endpoint({
  method: 'GET',
  path: '/avatar/{user_id_or_email}',
  prefix: '',
  access: 'authenticated',
  anonymous: 'web-public',
  summary: "A user's picture.",
  personal: false,
  answer: 'file',
  params: { user_id_or_email: who, version },
  run: async (call) => servePicture(call, call.params.user_id_or_email, 'small'),
});

export const getMediumAvatar = endpoint({
  method: 'GET',
  path: '/avatar/{user_id_or_email}/{size}',
  prefix: '',
  access: 'authenticated',
  anonymous: 'web-public',
  summary: "A user's picture, larger.",
  personal: false,
  answer: 'file',
  params: { user_id_or_email: who, size: oneOf(['medium']), version },
  run: async (call) => servePicture(call, call.params.user_id_or_email, call.params.size),
});

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/users/me/avatar',
  access: 'authenticated',
  summary: 'Sets your picture.',
  personal: false,
  answer: { avatar_url: z.string() },
  params: { file: file() },
  async run(call) {
    const { file: sent } = call.params;
    await call.read(checkMayChangeAvatar);
    if (sent.size > pictureLimitMib * 1024 * 1024)
      throw badRequest(`Uploaded file is larger than the allowed limit of ${pictureLimitMib} MiB`);
    const picture = await storePicture(call, sent.path);
    try {
      const { user, replaced } = await call.write((acting) => {
        checkMayChangeAvatar(acting);
        return changeAvatar(acting, acting.user, picture);
      });
      await removePicture(call, replaced);
      return { avatar_url: avatarUrl(user, false) };
    } catch (error) {
      await removePicture(call, picture.name);
      throw error;
    }
  },
});

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/users/me/avatar',
  access: 'authenticated',
  summary: 'Goes back to the drawn picture.',
  personal: false,
  answer: { avatar_url: z.string() },
  params: {},
  async run(call) {
    const { user, replaced } = await call.write((acting) => {
      checkMayChangeAvatar(acting);
      return changeAvatar(acting, acting.user, null);
    });
    await removePicture(call, replaced);
    return { avatar_url: avatarUrl(user, false) };
  },
});

async function servePicture(call: Call, idOrEmail: string, size: Size): Promise<RawAnswer> {
  const { user, bytes } = await call.read((viewing) => {
    const found = findShownUser(viewing, idOrEmail);
    return { user: found, bytes: pictureBytes(viewing.db, `avatars/${found?.avatar_file}/${size}.png`) };
  });
  const cacheControl = 'private, max-age=86400';
  const folder = locateAvatar(call.services.options.dataDir, user?.avatar_file ?? '');
  if (user !== undefined && folder !== undefined) {
    const answer = await fileAnswer(call.request, {
      path: join(folder, `${size}.png`),
      bytes,
      contentType: 'image/png',
      etag: `"${user.avatar_file}-${size}"`,
      cacheControl,
    }).catch(() => undefined);
    if (answer !== undefined) return answer;
  }
  // Somebody who is not there has a picture too, so that no client shows a broken one.
  const etag = `"drawn-${seedOf(user, idOrEmail)}-${size}"`;
  const headers = { ETag: etag, 'Cache-Control': cacheControl, 'Content-Security-Policy': uploadPolicy };
  if (call.request.headers['if-none-match'] === etag) return new RawAnswer({ status: 304, headers, body: null });
  return new RawAnswer({
    headers: { ...headers, 'Content-Type': 'image/png' },
    body: await defaultPicture(seedOf(user, idOrEmail), sides[size]),
  });
}

/** Whom the caller does not see, or names by a hidden address, is not there. */
function findShownUser(viewing: Viewing, idOrEmail: string): UserRow | undefined {
  if (!/^\d{1,15}$/.test(idOrEmail)) return findVisibleUserByEmail(viewing, idOrEmail);
  const user = findUser(viewing.db, Number(idOrEmail));
  return user !== undefined && canAccessUser(viewing, user) ? user : undefined;
}

function seedOf(user: UserRow | undefined, idOrEmail: string): string {
  return user === undefined ? Buffer.from(idOrEmail).toString('base64url').slice(0, 100) : String(user.id);
}

const picturesDir = ({ services }: Pick<Call, 'services'>): string =>
  join(uploadsRoot(services.options.dataDir), 'avatars');

/** @returns the new picture; its name is the folder of its sizes, complete and on disk. @throws ApiError BAD_REQUEST when it is no picture. */
async function storePicture(call: Call, source: string): Promise<KeptPicture> {
  const name = `${call.userId ?? 0}-${call.services.random.hex(8)}`;
  const target = join(picturesDir(call), name);
  const pictures = await squarePictures(source, Object.values(sides));
  try {
    await mkdir(`${target}.part`, { recursive: true });
    for (const [at, size] of Object.keys(sides).entries())
      await writeSynced(join(`${target}.part`, `${size}.png`), pictures[at] ?? '');
    await syncFolder(`${target}.part`);
    await rename(`${target}.part`, target);
    await syncFolder(picturesDir(call));
  } catch (error) {
    await rm(`${target}.part`, { recursive: true, force: true });
    throw error;
  }
  const files = Object.keys(sides).map((size, at) => ({
    path: `avatars/${name}/${size}.png`,
    bytes: pictures[at]?.length ?? 0,
  }));
  return { name, files };
}

async function removePicture(call: Call, name: string | null): Promise<void> {
  const folder = locateAvatar(call.services.options.dataDir, name ?? '');
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
