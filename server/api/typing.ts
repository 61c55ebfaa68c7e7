/** Telling others that one is writing. */
import { accessTargetUserIds, isDirect, targetSchema, targetTypes } from '../domain/messages/targets.ts';
import { typeDirectly, typeInChannel, typeOnMessage } from '../domain/messages/typing.ts';
import { invalidParameter } from '../errors.ts';
import { int, json, oneOf, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Presence, status and typing';

const op = oneOf(['start', 'stop']).envelope();

export const typing = endpoint({
  method: 'POST',
  path: '/typing',
  access: 'authenticated',
  summary: 'Say that you began or stopped writing a message.',
  params: {
    type: oneOf(targetTypes).default('direct').envelope(),
    op,
    to: json(targetSchema, { lenient: true })
      .optional()
      .describe('User ids, for direct messages; addresses as older clients send them.')
      .envelope(),
    stream_id: int().optional().describe('For channel messages.').envelope(),
    topic: text({ max: 1000 }).optional().describe('For channel messages.'),
  },
  run: ({ write, params }) =>
    write((acting) => {
      if (isDirect(params.type)) {
        if (params.to === undefined) throw invalidParameter('to', "Missing 'to' argument");
        typeDirectly(acting, params.op, accessTargetUserIds(acting, params.to));
        return {};
      }
      if (params.stream_id === undefined) throw invalidParameter('stream_id', 'Missing stream_id');
      if (params.topic === undefined) throw invalidParameter('topic', 'Missing topic');
      typeInChannel(acting, params.op, params.stream_id, params.topic);
      return {};
    }),
});

export const typingOnMessage = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/typing',
  access: 'authenticated',
  summary: 'Say that you began or stopped editing a message of yours.',
  params: { message_id: int().envelope(), op },
  run: ({ write, params }) =>
    write((acting) => {
      typeOnMessage(acting, params.op, params.message_id);
      return {};
    }),
});
