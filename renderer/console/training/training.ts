/** Training state of the console: whether this is a demo, its accounts, the faults that are on. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../client/request.ts';

export type {
  WebhookInspectorWire,
  CaughtWire,
  DemoAccountWire,
  DemoWire,
  FaultKindWire,
  FaultWire,
  SnapshotWire,
  TrainingWire,
} from '../../../server/contract/shapes/training.ts';

/** An event reports when faults are switched. How often one has hit, and that it has ended on its own, no event reports. */
const lookMs = 4000;

export const trainingQuery = queryOptions({
  queryKey: ['training'],
  queryFn: ({ signal }) => request('GET', '/console/training', {}, signal),
  refetchInterval: ({ state }) => (state.data === undefined || state.data.faults.length === 0 ? false : lookMs),
});

/** The same for the user who works on a training: scenarios get ready and snapshots are made without an event. */
export const watchedTrainingQuery = queryOptions({ ...trainingQuery, refetchInterval: lookMs });

/** Everyone of a demo with their API keys; administrators only. */
export const demoAccountsQuery = queryOptions({
  queryKey: ['training', 'accounts'],
  queryFn: async ({ signal }) => (await request('GET', '/console/training/accounts', {}, signal)).accounts,
});

export const webhookInspectorQuery = queryOptions({
  queryKey: ['training', 'inspector'],
  queryFn: ({ signal }) => request('GET', '/console/training/webhook_inspector', {}, signal),
  refetchInterval: 1500,
});

/** @returns whether this is a demo; undefined until it is known. */
export function useIsDemo(): boolean | undefined {
  const { data } = useQuery(trainingQuery);
  return data === undefined ? undefined : data.demo !== null;
}

/** @returns the last day of a demo, "YYYY-MM-DD": statistics end with it. */
export const useLastDay = (): string | undefined => useQuery(trainingQuery).data?.demo?.last_day;

/** Where the data is to be put back to. */
export interface ResetTarget {
  scenario?: string;
  /** Tag of the language of a scenario. */
  language?: string;
  snapshot?: string;
  /** For a person. */
  title: string;
}
