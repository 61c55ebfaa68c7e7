/** Event queues over HTTP: GET and DELETE /events. Registration is in register.ts. */
import { missingVariable } from '../errors.ts';
import type { EventForm, EventQueue, Poll } from '../events/queue.ts';
import type { EventQueues } from '../events/queues.ts';
import { JsonList, type Answer } from '../http/endpoint.ts';
import { Later } from '../http/later.ts';
import { bool, int, text } from '../http/params.ts';
import { after, type Soon } from '../http/soon.ts';
import { endpoint, type Call } from './endpoint.ts';
import { queueOptions, registering, registerParams } from './register.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Events';

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
  run(call): Soon<Later<Answer>> {
    const { userId, params } = call;
    const { queue_id: queueId, last_event_id: lastEventId } = params;
    if (userId === null) throw missingVariable('queue_id');
    if (queueId !== undefined) return polled(call, userId, { queueId, lastEventId });
    // An id from before this queue was made acknowledges nothing in it.
    return after(
      registering(call, (viewing, makeQueue) => makeQueue(queueOptions(viewing, params))),
      (registered) => polled(call, userId, registered),
    );
  },
});

/** Which queue is polled, and after which event. */
interface QueuePosition {
  queueId: string;
  lastEventId: number | undefined;
}

function polled(
  {
    services: { queues },
    request,
    params,
  }: Pick<Call<never, never>, 'services' | 'request'> & { params: { dont_block: boolean } },
  userId: number,
  { queueId, lastEventId }: QueuePosition,
): Later<Answer> {
  const queue = queues.access(queueId, userId);
  return eventsOf(queues, queue, {
    lastEventId,
    dontBlock: params.dont_block,
    whenGone: (gone) => request.whenGone(gone),
  });
}

/** Apart, so that what waits holds on to the queue and nothing of its request. */
function eventsOf(queues: EventQueues, queue: EventQueue, poll: Poll): Later<Answer> {
  const events = new Later<readonly EventForm[]>((done) => queues.poll(queue, poll, done));
  return events.map((forms) => ({ events: new JsonList(forms.map(({ json }) => json)), queue_id: queue.id }));
}

/** Removes a queue that its client no longer needs. */
export const deleteEventQueue = endpoint({
  method: 'DELETE',
  path: '/events',
  access: 'authenticated',
  whileDeactivated: true,
  summary: 'Delete an event queue.',
  params: { queue_id: text({ min: 1 }).envelope() },
  run: ({ write, params: { queue_id: queueId } }) =>
    write((acting) => {
      const { queues } = acting.services;
      queues.delete(acting.tx, queues.access(queueId, acting.user.id));
      return {};
    }),
});
