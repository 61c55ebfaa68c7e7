/** The console's list of everyone's uploads, for the user who looks after the space on disk (administrators only). */
import { consoleUploadsShape } from '../../contract/shapes/uploads.ts';
import { accessDeletableAttachment } from '../../domain/attachments/access.ts';
import { removeAttachment } from '../../domain/attachments/edit.ts';
import { accessUser } from '../../domain/users/visibility.shared.ts';
import { checking } from '../../errors.ts';
import { bool, int, oneOf, text } from '../../http/params.ts';
import { listUploads, uploadOrders } from '../../operations/uploads.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: organization';

export const getConsoleUploads = endpoint({
  method: 'GET',
  path: '/console/uploads',
  access: 'administrator',
  summary: "Everyone's uploads, a page at a time; names and places only of files that you may open.",
  personal: false,
  answer: consoleUploadsShape,
  params: {
    user_id: int().optional().describe('Whose; left out: everyone.'),
    is_used: bool().optional().describe('Whether messages share it; left out: both.'),
    name: text({ max: 200 })
      .default('')
      .describe('Part of the name: finds your own files and those in public channels.'),
    order: oneOf(uploadOrders).default('newest'),
    offset: int({ min: 0 }).default(0),
    limit: int({ min: 1, max: 200 }).default(50),
  },
  run: ({ read, params: { user_id: ownerId, is_used: isUsed, ...rest } }) =>
    read((viewing) => {
      const owner = ownerId === undefined ? undefined : checking('user_id', () => accessUser(viewing, ownerId)).id;
      return { ...listUploads(viewing, { owner, isUsed, ...rest }) };
    }),
});

export const deleteConsoleUpload = endpoint({
  method: 'DELETE',
  path: '/console/uploads/{upload_id}',
  access: 'administrator',
  summary: "Deletes anybody's upload; messages keep a link that leads nowhere.",
  personal: false,
  answer: {},
  params: { upload_id: int() },
  run: ({ write, params: { upload_id: id } }) =>
    write((acting) => {
      removeAttachment(acting, accessDeletableAttachment(acting, id, true));
      return {};
    }),
});
