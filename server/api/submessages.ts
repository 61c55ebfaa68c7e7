/** Submessages: what clients hang on messages for polls and the like (contract: Submessage). */
import { changeableMessage } from '../domain/messages/access.ts';
import * as submessages from '../domain/messages/submessages.ts';
import { int, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Messages';

export const addSubmessage = endpoint({
  method: 'POST',
  path: '/submessage',
  access: 'authenticated',
  summary: 'Add a submessage to a message.',
  answer: {},
  params: {
    message_id: int().envelope(),
    msg_type: text({ min: 1, max: 100 }),
    content: text({ max: 10_000, keepSpace: true }).describe('JSON text.'),
  },
  run: ({ write, params: p }) =>
    write((acting) => {
      submessages.addSubmessage(acting, changeableMessage(acting, p.message_id), p.msg_type, p.content);
      return {};
    }),
});
