/** The first screen of the console. */
import { join } from 'node:path';
import { overview } from '../../domain/overview.ts';
import { bytesBelow } from '../../uploads/disk-use.ts';
import { endpoint, type ApiEndpoint } from '../endpoint.ts';

export const getOverview = endpoint({
  method: 'GET',
  path: '/console/overview',
  access: 'administrator',
  summary: 'How the server is, and what it holds.',
  params: {},
  async handle({ read, services }) {
    const uploadsBytes = await bytesBelow(join(services.options.dataDir, 'uploads'));
    const { backups } = services;
    const plan = await backups.plan();
    const state = { ...plan, newest: await backups.newest(plan), room: await backups.dataRoom() };
    return read((viewing) => ({ ...overview(viewing, uploadsBytes, state) }));
  },
});

export const overviewEndpoints: ApiEndpoint[] = [getOverview];
