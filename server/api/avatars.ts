/**
 * Users' pictures: uploaded ones, and drawn ones for everyone else. All come from this server
 * (there may be no internet).
 */
import { join } from 'node:path';
import { z } from 'zod';
import { changeAvatar } from '../domain/accounts/profile.ts';
import type { Viewing } from '../domain/acting.ts';
import { pictureLimitMib } from '../domain/organization/limits.shared.ts';
import { pictureBytes } from '../domain/pictures/rows.ts';
import { checkMayChangeAvatar } from '../domain/users/avatars.ts';
import { findUser, type UserRow } from '../domain/users/rows.ts';
import { canAccessUser, findVisibleUserByEmail } from '../domain/users/visibility.shared.ts';
import { avatarUrl } from '../domain/users/wire.ts';
import { invalidParameter } from '../errors.ts';
import { RawAnswer } from '../http/endpoint.ts';
import { file, oneOf, text } from '../http/params.ts';
import { defaultPicture } from '../uploads/default-picture.ts';
import { avatarSides, keepAvatar, locateAvatar, removeAvatar } from '../uploads/pictures.ts';
import { uploadPolicy } from '../uploads/types.ts';
import { endpoint, type Call } from './endpoint.ts';
import { fileAnswerIfThere } from './file-answer.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Users';

type Size = keyof typeof avatarSides;

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
      throw invalidParameter('file', `Uploaded file is larger than the allowed limit of ${pictureLimitMib} MiB`);
    const { dataDir } = call.services.options;
    const picture = await keepAvatar(dataDir, call.userId ?? 0, sent.path, call.services.random);
    try {
      const { user, replaced } = await call.write((acting) => {
        checkMayChangeAvatar(acting);
        return changeAvatar(acting, acting.user, picture);
      });
      await removeAvatar(dataDir, replaced);
      return { avatar_url: avatarUrl(user, false) };
    } catch (error) {
      await removeAvatar(dataDir, picture.name);
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
    await removeAvatar(call.services.options.dataDir, replaced);
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
    const answer = await fileAnswerIfThere(call.request, {
      path: join(folder, `${size}.png`),
      bytes,
      contentType: 'image/png',
      etag: `"${user.avatar_file}-${size}"`,
      cacheControl,
    });
    if (answer !== undefined) return answer;
  }
  // Someone who is not there has a picture too, so that no client shows a broken one.
  const etag = `"drawn-${seedOf(user, idOrEmail)}-${size}"`;
  const headers = { ETag: etag, 'Cache-Control': cacheControl, 'Content-Security-Policy': uploadPolicy };
  if (call.request.headers['if-none-match'] === etag) return new RawAnswer({ status: 304, headers, body: null });
  return new RawAnswer({
    headers: { ...headers, 'Content-Type': 'image/png' },
    body: await defaultPicture(seedOf(user, idOrEmail), avatarSides[size]),
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
