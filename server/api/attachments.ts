/** The caller's uploads (contract: remove-attachment). */
import { accessDeletableAttachment } from '../domain/attachments/access.ts';
import * as attachments from '../domain/attachments/edit.ts';
import { int } from '../http/params.ts';
import { bytesOf, locateUpload } from '../uploads/files.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Files';

export const getAttachments = endpoint({
  method: 'GET',
  path: '/attachments',
  access: 'authenticated',
  summary: 'Lists your uploads, with the bytes that are on disk, and the space that all uploads take.',
  params: {},
  async run({ read, services: { options } }) {
    const answer = await read((viewing) => ({
      attachments: attachments.ownAttachments(viewing),
      upload_space_used: attachments.uploadSpaceUsed(viewing.db),
    }));
    // A file that was lost or shortened on disk is not listed with the bytes that it once had.
    const sizes = answer.attachments.map(async ({ path_id: pathId }) =>
      bytesOf(locateUpload(options.dataDir, pathId) ?? ''),
    );
    const found = await Promise.all(sizes);
    return { ...answer, attachments: answer.attachments.map((each, at) => ({ ...each, size: found[at] ?? 0 })) };
  },
});

export const removeAttachment = endpoint({
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  access: 'authenticated',
  summary: 'Deletes one of your uploads; messages keep a link that leads nowhere.',
  params: { attachment_id: int().envelope() },
  run: ({ write, params: { attachment_id: id } }) =>
    write((acting) => {
      attachments.removeAttachment(acting, accessDeletableAttachment(acting, id));
      return {};
    }),
});
