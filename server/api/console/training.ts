/** Trainings: scenarios, snapshots and faults of a demo organization. Elsewhere all of it is refused, but for the question. */
import { z } from 'zod';
import {
  demoAccountWireShape,
  faultWireShape,
  snapshotWireShape,
  trainingWireShape,
} from '../../contract/shapes/training.ts';
import type { FaultWire, TrainingWire } from '../../contract/shapes/training.ts';
import { minuteMs } from '../../durations.ts';
import { badRequest, incompatibleParameters, invalidParameter } from '../../errors.ts';
import { methods } from '../../http/endpoint.ts';
import { faultKinds, type Fault } from '../../http/faults.ts';
import { bool, int, oneOf, text } from '../../http/params.ts';
import type { Target } from '../../operations/services.ts';
import { accessDemo, announceFaults, demoAccounts, resetDemo } from '../../operations/training.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: activity and training';

const maxFaults = 20;

export const getTraining = endpoint({
  method: 'GET',
  path: '/console/training',
  access: 'authenticated',
  summary: 'Whether this is a demo organization, what its data can be put back to, and the faults that are on.',
  personal: false,
  answer: trainingWireShape,
  params: {},
  async run({ services, authorize }) {
    await authorize();
    const { demo, faults } = services;
    return {
      demo: demo === null ? null : await demo.state(),
      faults: faults.list().map(faultWire),
    } satisfies TrainingWire;
  },
});

const snapshotName = text({ min: 1, max: 60 });

export const resetTraining = endpoint({
  method: 'POST',
  path: '/console/training/reset',
  access: 'administrator',
  whileDeactivated: true,
  summary:
    'Put the data of a demo back to a scenario or a snapshot, and answer when that is done. Clients register again.',
  personal: false,
  answer: {
    scenario: z.string().optional(),
    language: z.string().optional(),
    snapshot: z.string().optional(),
    took_ms: z.number(),
  },
  params: {
    scenario: text({ max: 60 }).optional().describe('Default: the one that the data began with.'),
    language: text({ max: 60 })
      .optional()
      .describe('Tag of the language of a scenario; default: the one that the data is in.'),
    snapshot: snapshotName.optional(),
  },
  async run({ services, request, authorize, params: { scenario, language, snapshot } }) {
    // Who asks is proved in the data that is to go.
    await authorize();
    if (scenario !== undefined && snapshot !== undefined) throw incompatibleParameters(['scenario', 'snapshot']);
    if (language !== undefined && snapshot !== undefined) throw incompatibleParameters(['language', 'snapshot']);
    const state = await accessDemo(services).state();
    const target: Target =
      snapshot === undefined
        ? { scenario: scenario ?? state.scenario, language: language ?? state.language }
        : { snapshot };
    return { ...target, took_ms: await resetDemo(services, request.id, target) };
  },
});

export const saveSnapshot = endpoint({
  method: 'POST',
  path: '/console/training/snapshots',
  access: 'administrator',
  summary: 'Keep the present data of a demo under a name.',
  personal: false,
  answer: { snapshot: snapshotWireShape },
  params: { name: snapshotName },
  async run({ services, authorize, params: { name } }) {
    await authorize();
    return { snapshot: await accessDemo(services).save(name) };
  },
});

export const deleteSnapshot = endpoint({
  method: 'DELETE',
  path: '/console/training/snapshots/{snapshot_name}',
  access: 'administrator',
  summary: 'Delete a snapshot.',
  personal: false,
  answer: {},
  params: { snapshot_name: snapshotName },
  async run({ services, authorize, params: { snapshot_name: name } }) {
    await authorize();
    await accessDemo(services).forget(name);
    return {};
  },
});

export const getDemoAccounts = endpoint({
  method: 'GET',
  path: '/console/training/accounts',
  access: 'administrator',
  summary: 'Everyone of a demo with their API key, to send calls as them.',
  personal: false,
  answer: { accounts: z.array(demoAccountWireShape) },
  params: {},
  run: ({ read }) =>
    read(({ db, services }) => {
      accessDemo(services);
      return { accounts: demoAccounts(db) };
    }),
});

export const addFault = endpoint({
  method: 'POST',
  path: '/console/training/faults',
  access: 'administrator',
  summary: 'Delay, refuse or drop requests of a demo that match, except those of the console itself.',
  personal: false,
  answer: { fault: faultWireShape },
  params: {
    kind: oneOf(faultKinds),
    user_id: int({ min: 1 }).optional().describe('Whose requests; default: everyone.'),
    method: oneOf(methods).optional().describe('Default: all.'),
    path: text({ max: 200 }).optional().describe('As declared, such as "/messages/{message_id}"; default: all.'),
    percent: int({ min: 1, max: 100 }).default(100).describe('Of the requests that match.'),
    browsers: bool().default(false).describe('Whether chat pages in browsers are affected, too.'),
    times: int({ min: 1, max: 10_000 }).optional().describe('So many requests, then it ends.'),
    ms: int({ min: 1, max: 120_000 })
      .default(2000)
      .describe('Of latency: how long to wait. Of rate_limit: when to come again.'),
    minutes: int({ min: 1, max: 240 }).default(15).describe('When it ends on its own.'),
  },
  run: ({ write, params }) =>
    write((acting) => {
      const { services, db } = acting;
      accessDemo(services);
      if (params.user_id !== undefined && demoAccounts(db).every((user) => user.user_id !== params.user_id))
        throw invalidParameter('user_id', 'No such user');
      if (services.faults.list().length >= maxFaults) throw badRequest(`There are ${maxFaults} faults; end one first.`);
      const { kind, ms, browsers, method = null, times = null } = params;
      const fault = services.faults.add(
        {
          kind,
          ms,
          browsers,
          method,
          times,
          userId: params.user_id ?? null,
          route: params.path?.replace(/^\/api\/v1(?=\/)/, '') ?? null,
          probability: params.percent / 100,
        },
        params.minutes * minuteMs,
      );
      acting.tx.afterRollback(() => services.faults.remove(fault.id));
      announceFaults(acting);
      return { fault: faultWire(fault) };
    }),
});

export const endFaults = endpoint({
  method: 'DELETE',
  path: '/console/training/faults',
  access: 'administrator',
  summary: 'End all faults.',
  personal: false,
  answer: {},
  params: {},
  run: ({ write }) =>
    write((acting) => {
      accessDemo(acting.services);
      acting.tx.afterDurable(() => acting.services.faults.clear());
      announceFaults(acting);
      return {};
    }),
});

export const endFault = endpoint({
  method: 'DELETE',
  path: '/console/training/faults/{fault_id}',
  access: 'administrator',
  summary: 'End a fault.',
  personal: false,
  answer: {},
  params: { fault_id: int({ min: 1 }) },
  run: ({ write, params: { fault_id: id } }) =>
    write((acting) => {
      accessDemo(acting.services);
      const { faults } = acting.services;
      if (faults.list().every((fault) => fault.id !== id)) throw badRequest('No such fault');
      acting.tx.afterDurable(() => faults.remove(id));
      announceFaults(acting);
      return {};
    }),
});

function faultWire(fault: Fault): FaultWire {
  return {
    fault_id: fault.id,
    kind: fault.kind,
    user_id: fault.userId,
    method: fault.method,
    path: fault.route,
    probability: fault.probability,
    browsers: fault.browsers,
    left: fault.times === null ? null : fault.times - fault.hits,
    hits: fault.hits,
    ms: fault.ms,
    ends_at: Math.floor(fault.endsAtMs / 1000),
  };
}
