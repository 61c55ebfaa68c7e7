/** Scheduled messages in the console, beyond GET /scheduled_messages: why they failed, and what the server has to do. */
import { z } from 'zod';
import { scheduledFailureShape, scheduledOfEverybodyShape } from '../../contract/shapes/scheduled-messages.ts';
import { scheduledFailures, scheduledOfEverybody } from '../../domain/scheduled/messages.ts';
import { isAdministrator } from '../../permissions/roles.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: organization';

export const getConsoleScheduledMessages = endpoint({
  method: 'GET',
  path: '/console/scheduled_messages',
  access: 'authenticated',
  summary:
    'Why your scheduled messages failed; for administrators also what waits on the whole server, without contents.',
  personal: false,
  answer: { failures: z.array(scheduledFailureShape), everybody: scheduledOfEverybodyShape.nullable() },
  params: {},
  run: ({ read }) =>
    read((viewing) => ({
      failures: scheduledFailures(viewing),
      everybody: isAdministrator(viewing.user) ? scheduledOfEverybody(viewing) : null,
    })),
});
