/** Users of a bulk export of Mattermost: their roles, and the channels and teams that they are in. */
import { Role } from '../../permissions/roles.ts';
import { flagAt, rowAt, rowsAt, textAt } from './fields.ts';
import type { Row } from './json-rows.ts';

export interface MattermostUser {
  name: string;
  fullName: string;
  email: string | null;
  role: number;
  isBot: boolean;
  owner: string;
  isActive: boolean;
  isReconstructed: boolean;
  joined: number;
  position: string;
  picture: string;
  /** By the API's names. */
  settings: Readonly<Record<string, unknown>>;
  /** By the channel's key. */
  channels: ReadonlyMap<string, { isMuted: boolean; isFavorite: boolean }>;
  /** In which the user administers the team, or is a guest. */
  teams: ReadonlyMap<string, 'admin' | 'member' | 'guest'>;
  line: number;
}

/** A user whom no record has: a deactivated account. */
export const unknownUser: MattermostUser = {
  name: '',
  fullName: '',
  email: null,
  role: Role.member,
  isBot: false,
  owner: '',
  isActive: false,
  isReconstructed: true,
  joined: 0,
  position: '',
  picture: '',
  settings: {},
  channels: new Map(),
  teams: new Map(),
  line: 1,
};

export const channelKey = (team: string, channel: string): string => `${team}/${channel}`.toLowerCase();

/** Administrators of the system become administrators, those of a team moderators. */
export function roleOf(row: Row, teams: MattermostUser['teams']): number {
  const roles = textAt(row, 'roles').split(' ');
  if (roles.includes('system_guest')) return Role.guest;
  if (roles.includes('system_admin')) return Role.administrator;
  const inTeams = [...teams.values()];
  if (inTeams.length > 0 && inTeams.every((role) => role === 'guest')) return Role.guest;
  return inTeams.includes('admin') ? Role.moderator : Role.member;
}

export function membershipsOf(row: Row): Pick<MattermostUser, 'channels' | 'teams'> {
  const channels = new Map<string, { isMuted: boolean; isFavorite: boolean }>();
  const teams = new Map<string, 'admin' | 'member' | 'guest'>();
  for (const team of rowsAt(row, 'teams')) {
    const name = textAt(team, 'name').toLowerCase();
    const roles = textAt(team, 'roles').split(' ');
    if (name === '') continue;
    teams.set(name, roles.includes('team_admin') ? 'admin' : roles.includes('team_guest') ? 'guest' : 'member');
    for (const channel of rowsAt(team, 'channels')) {
      const handle = textAt(channel, 'name');
      const isMuted = textAt(rowAt(channel, 'notify_props'), 'mark_unread') === 'mention';
      if (handle !== '') channels.set(channelKey(name, handle), { isMuted, isFavorite: flagAt(channel, 'favorite') });
    }
  }
  return { channels, teams };
}

/** What users chose there that has a setting here: the writer leaves out languages that Hearth does not have. */
export function settingsOf(row: Row): MattermostUser['settings'] {
  const [locale, hours] = [textAt(row, 'locale'), textAt(row, 'military_time')];
  return {
    ...(locale !== '' && { default_language: locale.toLowerCase().split(/[-_]/)[0] }),
    ...((hours === 'true' || hours === 'false') && { twenty_four_hour_time: hours === 'true' }),
  };
}
