/** Event queues over HTTP: GET and DELETE /events. Registration is in register.ts. */
import { JsonList } from '../http/endpoint.ts';
import { Later } from '../http/later.ts';
import type { EventForm } from '../events/queue.ts';
import { missingVariable } from '../errors.ts';
import { bool, int, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import { queueOptions, registerParams, registerQueue } from './register.ts';

/** contract: get-events. */
export const getEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: 'authenticated',
  summary: 'Receive events from a queue; blocks until there are some.',
  isLongPoll: true,
  params: {
    queue_id: text({ min: 1 })
      .optional()
      .describe('Id of a queue from POST /register; without it, registration parameters register one.')
      .envelope(),
    last_event_id: int({ min: -1 })
      .optional()
      .describe('Highest event id received; acknowledges all up to it.')
      .envelope(),
    dont_block: bool().default(false).describe('Answer at once, perhaps with no events.').envelope(),
    ...registerParams,
  },
  async run(call) {
    const { userId, services, request } = call;
    if (userId === null) throw missingVariable('queue_id');
    const { dont_block: dontBlock } = call.params;
    let queueId = call.params.queue_id;
    let lastEventId = call.params.last_event_id;
    if (queueId === undefined) {
      const registered = await call.write((acting) => registerQueue(acting, queueOptions(acting, call.params)));
      queueId = registered.queueId;
      // An id from before this queue was made acknowledges nothing in it.
      lastEventId = registered.lastEventId;
    }
    const queue = services.queues.access(queueId, userId);
    const poll = { lastEventId, dontBlock, whenGone: (gone: () => void) => request.whenGone(gone) };
    return new Later<readonly EventForm[]>((done) => services.queues.poll(queue, poll, done)).map((events) => ({
      events: new JsonList(events.map(({ bytes }) => bytes)),
      queue_id: queue.id,
    }));
  },
});

/** Removes a queue that its client no longer needs. */
export const deleteEventQueue = endpoint({
  method: 'DELETE',
  path: '/events',
  access: 'authenticated',
  summary: 'Delete an event queue.',
  params: { queue_id: text({ min: 1 }).envelope() },
  run: ({ write, params: { queue_id: queueId } }) =>
    write((acting) => {
      const { queues } = acting.services;
      queues.delete(acting.tx, queues.access(queueId, acting.user.id));
      return {};
    }),
});
