/** Previews of linked pages: their pictures, through this server, and removing them (an operation of Hearth's own). */
import { changeableMessage } from '../domain/messages/access.ts';
import { removePreviews } from '../domain/messages/link-previews.ts';
import { notFound } from '../errors.ts';
import { int, text } from '../http/params.ts';
import { locatePreviewPicture } from '../uploads/preview-pictures.ts';
import { endpoint } from './endpoint.ts';
import { fileAnswer } from './file-answer.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Messages';

export const removeLinkPreviews = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}/link_previews',
  access: 'authenticated',
  summary: 'Remove the previews of linked pages from a message that you sent.',
  answer: {},
  params: { message_id: int().envelope() },
  run: ({ write, params }) =>
    write((acting) => {
      removePreviews(acting, changeableMessage(acting, params.message_id));
      return {};
    }),
});

export const getPreviewPicture = endpoint({
  method: 'GET',
  path: '/external_content/{picture}',
  prefix: '',
  access: 'authenticated',
  anonymous: 'web-public',
  summary: 'The picture of a linked page, as the server keeps it.',
  answer: 'file',
  params: { picture: text({ min: 1, max: 100 }) },
  async run({ request, services, params: { picture } }) {
    const path = locatePreviewPicture(services.options.dataDir, picture);
    if (path === undefined) throw gone();
    try {
      return await fileAnswer(request, {
        path,
        contentType: 'image/webp',
        etag: `"${picture}"`,
        cacheControl: 'private, max-age=86400, immutable',
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw gone();
      throw error;
    }
  },
});

const gone = () => notFound('This picture does not exist.');
