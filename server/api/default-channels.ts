/** Default channels: those that new users are subscribed to. */
import type { Acting } from '../domain/acting.ts';
import { accessChannel } from '../domain/channels/access.ts';
import { setDefault } from '../domain/channels/default-channels.shared.ts';
import type { ChannelRow } from '../domain/channels/rows.ts';
import { checkMayBeDefault } from '../domain/channels/validation.ts';
import { checking, invalidParameter } from '../errors.ts';
import { int } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Channels and topics';

const params = { stream_id: int().describe('Id of the channel.') };

function accessActive(acting: Acting, id: number): ChannelRow {
  const channel = accessChannel(acting, id);
  if (channel.is_archived === 1) throw invalidParameter('stream_id', 'Invalid channel ID');
  return channel;
}

export const addDefaultChannel = endpoint({
  method: 'POST',
  path: '/default_streams',
  access: 'administrator',
  summary: 'Make a channel a default channel.',
  personal: false,
  params,
  run: ({ write, params: { stream_id } }) =>
    write((acting) => {
      const channel = accessActive(acting, stream_id);
      checking('stream_id', () => checkMayBeDefault(acting, channel.invite_only === 1));
      setDefault(acting, channel, true);
      return {};
    }),
});

export const removeDefaultChannel = endpoint({
  method: 'DELETE',
  path: '/default_streams',
  access: 'administrator',
  summary: 'Make a channel no default channel any more.',
  personal: false,
  params,
  run: ({ write, params: { stream_id } }) =>
    write((acting) => {
      setDefault(acting, accessActive(acting, stream_id), false);
      return {};
    }),
});
