/** Users of an export of Slack, as the list of the export has them. */
import { Role } from '../../permissions/roles.ts';
import { phrase, type Phrase } from '../../translation.ts';
import { flagAt, numberAt, rowAt, textAt } from './fields.ts';
import type { ListedRow, Row } from './json-rows.ts';
import type { Problem, ReportProblem } from './report.ts';

/** Longest name of an account. */
const maxName = 100;

export interface SlackUser {
  id: string;
  name: string;
  email: string | null;
  role: number;
  isBot: boolean;
  /** Under which a bot posts, beside its account; '' for people. */
  botId: string;
  isActive: boolean;
  isReconstructed: boolean;
  joined: number;
  timezone: string;
  profile: Readonly<Record<'title' | 'phone', string>>;
  status: { text: string; emoji: string; at: number } | null;
  /** What the profile says in fields of the workspace, by their ids. */
  custom: ReadonlyMap<string, CustomValue>;
  file: string;
  line: number;
}

interface CustomValue {
  /** As the profile shows it. */
  value: string;
  label: string;
}

/** @returns what a profile says in fields of the workspace, by their ids. */
function customValuesOf(profile: Row): Map<string, CustomValue> {
  const fields = rowAt(profile, 'fields');
  return new Map(
    Object.keys(fields).flatMap((id) => {
      const field = rowAt(fields, id);
      const value = textAt(field, 'value').trim();
      return value === '' ? [] : [[id, { value, label: textAt(field, 'label').trim() }] as const];
    }),
  );
}

/** @param addresses that are taken; gets those of these users. @returns users by id, with the workspace of each. */
export function usersOf(
  file: string,
  rows: readonly ListedRow[],
  addresses: Set<string>,
  report: ReportProblem,
): Map<string, { user: SlackUser; teamId: string }> {
  const users = new Map<string, { user: SlackUser; teamId: string }>();
  for (const { row, line } of rows) {
    const problem = (what: Phrase, done: Problem['done']): void => report({ file, line, what, done });
    const id = textAt(row, 'id');
    if (id === '' || users.has(id)) {
      problem(id === '' ? phrase('The user has no id.') : phrase('Two users have one id.'), 'left out');
      continue;
    }
    const profile = rowAt(row, 'profile');
    const given = nameIn(row, profile);
    if (given === '') problem(phrase('The user has no name; the id is used.'), 'changed');
    const email = textAt(profile, 'email');
    const isUsed = addresses.has(email.toLowerCase());
    if (email !== '' && isUsed) problem(phrase('Two users have one address; the second needs another one.'), 'changed');
    addresses.add(email.toLowerCase());
    const updated = numberAt(row, 'updated') ?? 0;
    users.set(id, {
      teamId: textAt(row, 'team_id'),
      user: {
        id,
        name: given === '' ? `User ${id}` : given,
        email: email === '' || isUsed ? null : email,
        role: roleOf(row),
        isBot: flagAt(row, 'is_bot') || id === 'USLACKBOT',
        botId: textAt(profile, 'bot_id'),
        isActive: !flagAt(row, 'deleted') && !flagAt(row, 'is_stranger'),
        isReconstructed: flagAt(row, 'is_stranger'),
        joined: updated,
        timezone: textAt(row, 'tz'),
        profile: { title: textAt(profile, 'title'), phone: textAt(profile, 'phone') },
        status: statusOf(profile, updated),
        custom: customValuesOf(profile),
        file,
        line,
      },
    });
  }
  return users;
}

/** @returns the name of a user, '' when there is none. */
export function nameIn(row: Row, profile: Row): string {
  const names = [textAt(profile, 'real_name'), textAt(row, 'real_name'), textAt(profile, 'display_name')];
  const name = [...names, textAt(row, 'name'), textAt(profile, 'name')].find((each) => each !== '') ?? '';
  return [...name].slice(0, maxName).join('').trim();
}

/** A guest is one before all else. */
function roleOf(row: Row): number {
  if (flagAt(row, 'is_restricted') || flagAt(row, 'is_ultra_restricted') || flagAt(row, 'is_stranger'))
    return Role.guest;
  if (flagAt(row, 'is_owner') || flagAt(row, 'is_primary_owner')) return Role.owner;
  return flagAt(row, 'is_admin') ? Role.administrator : Role.member;
}

function statusOf(profile: Row, at: number): SlackUser['status'] {
  const text = textAt(profile, 'status_text');
  const emoji = textAt(profile, 'status_emoji').replaceAll(':', '');
  const ends = numberAt(profile, 'status_expiration') ?? 0;
  return (text === '' && emoji === '') || ends > 0 ? null : { text, emoji, at };
}
