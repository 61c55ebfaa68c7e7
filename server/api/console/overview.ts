/** Server overview: the first screen of the console, and the status around all of them. */
import { join } from 'node:path';
import { overviewShape } from '../../contract/shapes/overview.ts';
import { readingOf } from '../../domain/users/language.shared.ts';
import { alerts } from '../../operations/alerts.ts';
import { overview } from '../../operations/overview.ts';
import { recentBytesBelow } from '../../uploads/disk-use.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: server';

export const getOverview = endpoint({
  method: 'GET',
  path: '/console/overview',
  access: 'administrator',
  summary: 'How the server is, and what it holds.',
  personal: false,
  answer: overviewShape,
  params: {},
  async run({ read, services }) {
    const uploadsBytes = await recentBytesBelow(join(services.options.dataDir, 'uploads'));
    const { backups } = services;
    const newest = await backups.newest(await backups.plan());
    const attention = await alerts(services, await read(({ user }) => readingOf(user)));
    const found = { newest, room: await backups.dataRoom(), attention };
    return read((viewing) => ({ ...overview(viewing, uploadsBytes, found) }));
  },
});

export const getStatus = endpoint({
  method: 'GET',
  path: '/console/status',
  access: 'administrator',
  summary: 'What someone should look at, the worst first, each with what to do.',
  personal: false,
  answer: { attention: overviewShape.shape.attention },
  params: {},
  run: async ({ read, services }) => ({
    attention: await alerts(services, await read(({ user }) => readingOf(user))),
  }),
});
