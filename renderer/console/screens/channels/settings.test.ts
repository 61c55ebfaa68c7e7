/** The forms of a channel know every parameter that the API takes, and send only what was changed. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Channel } from '../../../client/request.ts';
import { permissionLabels } from '../../permissions/permission-labels.ts';
import { admittedAnyway, changes, creation, valuesOf, type ChannelValues } from './settings.ts';

/** The server's endpoints. Its files are of another project, so they are found by their path; they are many to load. */
let endpoints: Record<string, { params: object }>;
beforeAll(async () => {
  const path = join(import.meta.dirname, '../../../../server/api/channels.ts');
  endpoints = (await import(/* @vite-ignore */ path)) as typeof endpoints;
});
const paramsOf = (name: string): string[] => Object.keys(endpoints[name]?.params ?? {}).toSorted();

const before: ChannelValues = {
  name: 'garden',
  description: '',
  privacy: 'public',
  folder: null,
  topics: 'inherit',
  isDefault: false,
  retention: '',
  permissions: Object.fromEntries(Object.keys(permissionLabels()).map((name) => [name, 1])),
};
const after: ChannelValues = {
  name: 'gardens',
  description: 'Roses',
  privacy: 'protected',
  folder: '3',
  topics: 'empty_topic_only',
  isDefault: true,
  retention: 'unlimited',
  permissions: Object.fromEntries(Object.keys(permissionLabels()).map((name) => [name, 2])),
};

test('a new channel is made with every parameter of POST /channels/create', () => {
  // These five are in the form of a new channel alone.
  const own = ['name', 'description', 'announce', 'send_new_subscription_messages', 'subscribers'];
  expect([...own, ...Object.keys(creation(after))].toSorted()).toEqual(paramsOf('createChannel'));
});

test('a channel is changed with every parameter of PATCH /streams/{stream_id}', () => {
  // The one is in the path, the other behind a button of its own.
  const own = ['stream_id', 'is_archived'];
  const sent = Object.entries(changes(before, after)).filter(([, value]) => value !== undefined);
  expect([...own, ...sent.map(([name]) => name)].toSorted()).toEqual(paramsOf('updateChannel'));
});

test('what was not changed is not sent', () => {
  const sent = Object.values(changes(before, { ...before, retention: '30' })).filter((value) => value !== undefined);
  expect(sent).toEqual(['30']);
  expect(changes(before, { ...before, retention: '30' })).toMatchObject({ message_retention_days: '30' });
});

test('a channel of the API becomes values of the form', () => {
  const channel = { name: 'den', description: '', invite_only: true, history_public_to_subscribers: false };
  const rest = { folder_id: 4, topics_policy: 'inherit', message_retention_days: -1, is_default: true };
  expect(valuesOf({ ...channel, ...rest, can_send_message_group: 7 } as Channel)).toMatchObject({
    privacy: 'protected',
    folder: '4',
    isDefault: true,
    retention: 'unlimited',
    permissions: { can_send_message_group: 7 },
  });
});

test('each permission says who really may, and where that comes from', async () => {
  const path = join(import.meta.dirname, '../../../../server/permissions/group-settings.ts');
  const { addsTo } = (await import(/* @vite-ignore */ path)) as { addsTo: Record<string, string> };
  const admitted = admittedAnyway(addsTo, (permission) => `<${permission}>`, 'public');
  expect(Object.keys(admitted)).toEqual(Object.keys(permissionLabels()));
  for (const [name, organizations] of Object.entries(addsTo))
    expect(admitted[name]?.anyway[0]).toBe(`<${organizations}> (from the organization)`);
  expect(admitted['can_subscribe_group']?.anyway).toEqual(['Members (the channel is public)']);
  expect(admittedAnyway(addsTo, String, 'private')['can_subscribe_group']?.anyway).toEqual([
    'people who can subscribe others',
  ]);
  expect(admitted['can_resolve_topics_group']?.anyway[1]).toBe('administrators');
  const resolving = (holders: string) => admittedAnyway(addsTo, () => holders, 'public')['can_resolve_topics_group'];
  for (const holders of ['Administrators', 'Everyone including guests', 'Ann Ash, Moderators and above'])
    expect(resolving(holders)?.anyway).toEqual([`${holders} (from the organization)`]);
  expect(resolving('Owners')?.anyway).toEqual(['Owners (from the organization)', 'administrators']);
  // Only the channel decides who writes.
  expect(admitted['can_send_message_group']?.anyway).toEqual([]);
});
