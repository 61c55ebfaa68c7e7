/** The caller's uploads (contract: remove-attachment). */
import { accessDeletableAttachment } from '../domain/attachments/access.ts';
import * as attachments from '../domain/attachments/edit.ts';
import { int } from '../http/params.ts';
import { endpoint } from './endpoint.ts';

export const getAttachments = endpoint({
  method: 'GET',
  path: '/attachments',
  access: 'authenticated',
  summary: 'Lists your uploads and the space that all uploads take.',
  params: {},
  run: ({ read }) =>
    read((viewing) => ({
      attachments: attachments.ownAttachments(viewing),
      upload_space_used: attachments.uploadSpaceUsed(viewing.db),
    })),
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
