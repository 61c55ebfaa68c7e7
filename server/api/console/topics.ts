/** The console's list of a channel's topics: GET /users/me/{stream_id}/topics returns neither sizes nor times. */
import { z } from 'zod';
import { topicSizeShape } from '../../contract/shapes/topics.ts';
import { accessChannel } from '../../domain/channels/access.ts';
import { topicSizes } from '../../domain/topics/list.ts';
import { int } from '../../http/params.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: organization';

export const getConsoleTopics = endpoint({
  method: 'GET',
  path: '/console/channels/{stream_id}/topics',
  access: 'authenticated',
  summary: 'Topics of a channel with the number of messages that you may read, and the newest of them; newest first.',
  personal: false,
  answer: { topics: z.array(topicSizeShape), total: z.number() },
  params: { stream_id: int().describe('Id of the channel.') },
  run: ({ readInSlices, params: { stream_id } }) =>
    readInSlices((viewing) => topicSizes(viewing, accessChannel(viewing, stream_id, 'content'))),
});
