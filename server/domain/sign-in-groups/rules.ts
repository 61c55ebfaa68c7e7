/** Rules that map groups of a directory or provider to a role, channels and user groups. Pure. */
import { z } from 'zod';
import { Role } from '../../permissions/roles.ts';
import type { Grant } from '../users/sign-in-grant-rows.ts';

const ids = z.array(z.int().positive()).max(100);

/** What members of one group get. Owners are made by owners alone. */
export const groupRulesSchema = z
  .array(
    z.strictObject({
      group: z.string().trim().min(1).max(1000),
      role: z
        .union([
          z.literal(Role.administrator),
          z.literal(Role.moderator),
          z.literal(Role.member),
          z.literal(Role.guest),
        ])
        .nullable(),
      channel_ids: ids,
      user_group_ids: ids,
    }),
  )
  .max(200);

export type GroupRule = z.infer<typeof groupRulesSchema>[number];

/** Where groups come from. */
export interface GroupSource {
  /** "ldap", or "oidc:" with the id of a provider. */
  id: string;
  /** Of the provider; null: the directory. */
  provider: string | null;
  rules: readonly GroupRule[];
  /** Makes names of one group equal. */
  normal: (group: string) => string;
}

/** What the groups of a user call for: the highest role, and all channels and user groups. */
export function entitlements({ rules, normal }: GroupSource, groups: readonly string[]): Grant[] {
  const own = new Set(groups.map(normal));
  const matched = rules.filter(({ group }) => own.has(normal(group)));
  const roles = matched.flatMap(({ role }) => role ?? []);
  const grantsOfKind = (kind: Grant['kind'], targets: readonly number[]): Grant[] =>
    [...new Set(targets)].map((target) => ({ kind, target }));
  return [
    ...(roles.length === 0 ? [] : [{ kind: 'role' as const, target: Math.min(...roles) }]),
    ...grantsOfKind(
      'channel',
      matched.flatMap((rule) => rule.channel_ids),
    ),
    ...grantsOfKind(
      'user_group',
      matched.flatMap((rule) => rule.user_group_ids),
    ),
  ];
}
