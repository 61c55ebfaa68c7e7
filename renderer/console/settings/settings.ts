/** The organization's settings as the console reads and writes them, and how one of them goes into an input and comes back. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../client/api.ts';
import { request, type GroupSetting } from '../../client/request.ts';

/** Names of settings as PATCH /realm takes them, those of new people's as PATCH /realm/user_settings_defaults does. */
export type Organization = AnswerOf<'GET', '/console/organization'>;
export type PictureName = keyof Organization['pictures'];

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => request('GET', '/console/organization', {}, signal),
});

/** @returns who holds a permission of the organization; undefined until it is known. */
export function holdersOf(organization: Organization | undefined, permission: string): GroupSetting | undefined {
  const value = organization?.settings[permission];
  return isHolders(value) ? value : undefined;
}

const isHolders = (value: Organization['settings'][string] | undefined): value is GroupSetting =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && 'direct_members' in value);

/** How one setting is shown. */
export interface Field {
  name: string;
  label: string;
  description?: string;
  kind:
    | 'line'
    | 'text'
    | 'markdown'
    | 'switch'
    | 'time'
    | 'days'
    | 'number'
    | 'choice'
    | 'language'
    | 'channel'
    | 'address'
    | 'group';
  maxLength?: number;
  /** By value, as text: numbers and such are written as JSON. */
  choices?: Record<string, string>;
  /** Of a number. */
  min?: number;
  max?: number;
}

/** Fields that stand together. */
export interface Section {
  title: string;
  fields: Field[];
}

/** The value as the API wants it. @param before what it was; a choice is of the same type */
export function sent({ kind }: Field, value: unknown, before: unknown): unknown {
  if (kind === 'time') return value === 'unlimited' ? 'unlimited' : Number(value);
  if (kind === 'days') return value === '' ? 'unlimited' : value;
  if (kind === 'number') return value === '' ? 0 : value;
  if (kind === 'channel') return value === null ? -1 : Number(value);
  if (kind === 'group') return { new: value };
  if (kind === 'address') return value === '' ? 'default' : value;
  if (kind === 'choice' && typeof before !== 'string') return JSON.parse(String(value)) as unknown;
  return value;
}

/** The value as its input wants it. */
export function shown({ kind }: Field, value: unknown): unknown {
  if (kind === 'time') return value === null ? 'unlimited' : String(value);
  if (kind === 'days') return value === -1 ? '' : value;
  if (kind === 'channel') return value === -1 ? null : String(value);
  if (kind === 'address') return value ?? '';
  if (kind === 'choice') return typeof value === 'string' ? value : JSON.stringify(value);
  return value;
}
