/**
 * Roles: their numbers and what each includes. Pure; everything that depends on an account's rank asks here.
 * A lower number is a higher rank, and every rank includes those below it (contract: send-invites, `invite_as`).
 */

export const Role = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type RoleNumber = (typeof Role)[keyof typeof Role];
export const roleNumbers: readonly RoleNumber[] = Object.values(Role);

/** What these sentences need to know of a user. */
export interface Ranked {
  role: number;
}

export const isOwner = (user: Ranked): boolean => user.role === Role.owner;

/** An administrator or an owner. */
export const isAdministrator = (user: Ranked): boolean => user.role <= Role.administrator;

/** A moderator or above. */
export const isModerator = (user: Ranked): boolean => user.role <= Role.moderator;

export const isGuest = (user: Ranked): boolean => user.role === Role.guest;

/** Administrators change roles, but only owners make owners, or change what an owner is. */
export function canChangeRole(actor: Ranked, target: Ranked, newRole: number): boolean {
  const touchesOwner = isOwner(target) || newRole === Role.owner;
  return touchesOwner ? isOwner(actor) : isAdministrator(actor);
}

/** Administrators manage accounts; an owner's account is for owners. */
export function canManageAccount(actor: Ranked, target: Ranked): boolean {
  return isOwner(target) ? isOwner(actor) : isAdministrator(actor);
}

/** A caller gives only roles as restricted as their own, or more (spec: Authentication 6). */
export const canGrantRole = (actor: Ranked, role: number): boolean => role >= actor.role;

/** Creating accounts takes an administrator who also holds `can_create_users` (contract: create-user). */
export const canCreateUsers = (actor: Ranked & { can_create_users: number }): boolean =>
  isAdministrator(actor) && actor.can_create_users === 1;
