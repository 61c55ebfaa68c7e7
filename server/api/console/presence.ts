/** Presence of users, for administrators. */
import { presenceHistoryShape, presenceOverviewShape } from '../../contract/shapes/activity.ts';
import { historySpan, presenceHistory } from '../../domain/presence/history.ts';
import { presenceOverview } from '../../domain/presence/overview.ts';
import { invalidParameter } from '../../errors.ts';
import { int } from '../../http/params.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: activity and training';

export const getPresenceOverview = endpoint({
  method: 'GET',
  path: '/console/presence',
  access: 'administrator',
  summary: 'Everyone with status, since when, clients, and both formats of their presence.',
  personal: false,
  answer: presenceOverviewShape,
  params: {},
  run: ({ read }) => read((viewing) => presenceOverview(viewing)),
});

const instant = { min: 0, max: 1e12 };

export const getPresenceHistory = endpoint({
  method: 'GET',
  path: '/console/presence/history',
  access: 'administrator',
  summary: 'When people were active or idle, of the last eight days in which anybody was there.',
  personal: false,
  answer: presenceHistoryShape,
  params: {
    from: int(instant).describe('UNIX seconds.'),
    to: int(instant).describe('UNIX seconds, at most eight days later.'),
  },
  run: ({ read, params: { from, to } }) =>
    read((viewing) => {
      if (to <= from || to - from > historySpan)
        throw invalidParameter('to', 'to must be after from, and at most eight days.');
      return { ...presenceHistory(viewing, from, to) };
    }),
});
