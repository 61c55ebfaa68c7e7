/** The organization's own emoji. */
import { addEmoji, checkNewEmoji, deactivateEmoji } from '../domain/emoji/edit.ts';
import { realmEmoji } from '../domain/emoji/rows.ts';
import { pictureBytes } from '../domain/pictures/rows.ts';
import { noSuchEndpoint } from '../errors.ts';
import { file, text } from '../http/params.ts';
import { keepEmoji, locatePicture } from '../uploads/pictures.ts';
import { endpoint } from './endpoint.ts';
import { fileAnswerIfThere } from './file-answer.ts';
import { checkPictureSize } from './organization-pictures.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Organization';

const emojiName = text({ min: 1, max: 100 }).describe('Letters, digits, dashes, spaces; a space is an underscore.');

export const getRealmEmoji = endpoint({
  method: 'GET',
  path: '/realm/emoji',
  access: 'authenticated',
  summary: 'All custom emoji, deactivated ones too.',
  personal: false,
  params: {},
  run: ({ read }) => read(({ db }) => ({ emoji: realmEmoji(db) })),
});

export const uploadRealmEmoji = endpoint({
  method: 'POST',
  path: '/realm/emoji/{emoji_name}',
  access: 'authenticated',
  summary: 'Upload a custom emoji.',
  personal: false,
  params: { emoji_name: emojiName, filename: file() },
  async run({ services, read, write, params: { emoji_name: name, filename: sent } }) {
    checkPictureSize(sent);
    await read((viewing) => checkNewEmoji(viewing, name));
    const { options, random } = services;
    const files = await keepEmoji(options.dataDir, sent.path, random);
    await write((acting) => addEmoji(acting, name, files));
    return {};
  },
});

export const deactivateRealmEmoji = endpoint({
  method: 'DELETE',
  path: '/realm/emoji/{emoji_name}',
  access: 'authenticated',
  summary: 'Deactivate a custom emoji; its uploader or an administrator may.',
  personal: false,
  params: { emoji_name: emojiName },
  run: ({ write, params: { emoji_name: name } }) =>
    write((acting) => {
      deactivateEmoji(acting, name);
      return {};
    }),
});

/** Pictures have unguessable names and are drawn again from what was uploaded; anybody may fetch one. */
export const getEmojiPicture = endpoint({
  method: 'GET',
  path: '/realm/emoji/{file_name}',
  prefix: '',
  access: 'anonymous',
  summary: 'The picture of a custom emoji.',
  personal: false,
  answer: 'file',
  params: { file_name: text({ max: 100 }).secret() },
  async run({ request, services, read, params: { file_name: name } }) {
    const path = locatePicture(services.options.dataDir, 'emoji', name);
    if (path === undefined) throw noSuchEndpoint(request.path);
    const contentType = name.endsWith('.gif') ? 'image/gif' : 'image/png';
    const cacheControl = 'public, max-age=31536000, immutable';
    const bytes = await read(({ db }) => pictureBytes(db, `emoji/${name}`));
    const picture = { path, bytes, contentType, etag: `"${name}"`, cacheControl };
    const answer = await fileAnswerIfThere(request, picture);
    if (answer === undefined) throw noSuchEndpoint(request.path);
    return answer;
  },
});
