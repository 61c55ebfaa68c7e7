/** The organization's settings as the console reads and writes them, and how one of them goes into an input and comes back. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../client/request.ts';
import type { PermissionRule } from '../permissions/group-picker.tsx';

export type PictureName = 'icon' | 'logo' | 'night_logo';

/** GET /console/organization; names as PATCH /realm takes them. */
export interface Organization {
  settings: Record<string, unknown>;
  /** What new people start with; names as PATCH /realm/user_settings_defaults takes them. */
  user_settings_defaults: Record<string, unknown>;
  /** English names of languages by their tags. */
  languages: Record<string, string>;
  pictures: Record<PictureName, { url: string; is_uploaded: boolean }>;
  /** Accounts elsewhere that a profile field may hold, by the subtype that the field names. */
  external_accounts: Record<string, { name: string; text: string; hint: string; url_pattern: string }>;
  owners_only: string[];
  /** Permissions of a channel that add to one of the organization's: its name by theirs. */
  channel_permissions_add_to: Record<string, string>;
  permission_rules: Record<'realm' | 'stream' | 'group', Record<string, PermissionRule>>;
}

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => request('GET', '/console/organization', {}, signal),
});

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
