/** Do-not-disturb state and quiet hours: an addition of Hearth, which other clients need not know. */
import { z } from 'zod';
import { changeDoNotDisturb } from '../domain/do-not-disturb/edit.ts';
import { quietHoursSchema } from '../domain/do-not-disturb/quiet-rules.ts';
import { doNotDisturbWire } from '../domain/do-not-disturb/state.shared.ts';
import { badRequest } from '../errors.ts';
import { bool, int, json, listOf } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'One’s own account';

const id = z.int().min(0);
const mostAllowed = 100;

const answer = {
  until: z.int().nullable().describe('Notifications are off until then, UNIX seconds; null: not turned off by hand.'),
  quiet_hours: z.array(z.object({ days: z.array(z.int()), start: z.string(), end: z.string() })),
  allowed_user_ids: z.array(z.int()).describe('Users whose messages notify all the same.'),
  allowed_channel_ids: z.array(z.int()).describe('Channels whose messages notify all the same.'),
  status_ends_at: z.int().nullable().describe('Your status is cleared then, UNIX seconds; null: not by time.'),
  follows_status: z.boolean().describe('Notifications are off as long as your status is there.'),
};

export const getDoNotDisturb = endpoint({
  method: 'GET',
  path: '/users/me/do_not_disturb',
  access: 'authenticated',
  summary: 'When you want no notifications.',
  params: {},
  answer,
  run: ({ read }) => read((viewing) => ({ ...doNotDisturbWire(viewing.db, viewing.user.id) })),
});

export const setDoNotDisturb = endpoint({
  method: 'PATCH',
  path: '/users/me/do_not_disturb',
  access: 'authenticated',
  summary: 'Turn notifications off until a time, or at quiet hours of weekdays.',
  params: {
    until: int({ min: 0 })
      .optional()
      .describe('UNIX seconds, at most a year ahead; 0 turns notifications on, also for the rest of quiet hours.'),
    quiet_hours: json(quietHoursSchema)
      .optional()
      .describe(
        'In your time zone: days (1 is Monday) on which they begin, start and end such as "22:00". An end that is not after the start is on the next day.',
      ),
    allowed_user_ids: listOf(id, { max: mostAllowed }).optional().describe('Users whose messages notify all the same.'),
    allowed_channel_ids: listOf(id, { max: mostAllowed })
      .optional()
      .describe('Channels whose messages notify all the same.'),
    status_ends_at: int({ min: 0 })
      .optional()
      .describe('Clears your status then, UNIX seconds, at most a year ahead; 0: not by time.'),
    follows_status: bool()
      .optional()
      .describe('Turns notifications off until your status ends, or is changed; false: the status changes nothing.'),
  },
  answer,
  run: ({ write, params }) =>
    write((acting) => {
      if (Object.values(params).every((value) => value === undefined))
        throw badRequest('Client did not pass any new values.');
      changeDoNotDisturb(acting, params);
      return { ...doNotDisturbWire(acting.db, acting.user.id) };
    }),
});
