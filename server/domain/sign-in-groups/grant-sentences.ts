/** Sentences about roles that groups of a directory or provider give and take. */
import { Role } from '../../permissions/roles.ts';
import { phrase, type Phrase } from '../../translation.ts';

/** @returns that an account gets a role */
export function roleGiven(name: string, role: number): Phrase {
  if (role === Role.administrator) return phrase(`Make ${name} an administrator.`);
  if (role === Role.moderator) return phrase(`Make ${name} a moderator.`);
  return role === Role.guest ? phrase(`Make ${name} a guest.`) : phrase(`Make ${name} a member.`);
}

/**
 * @param role that the account gets back: member or guest
 * @param present that no group gives any longer
 * @param provider null: the directory
 * @returns that an account loses its role
 */
export function roleTaken(name: string, role: number, present: number, provider: string | null): Phrase {
  const isGuest = role === Role.guest;
  if (provider === null) {
    if (present === Role.administrator)
      return isGuest
        ? phrase(`Make ${name} a guest: no group of the directory makes it an administrator any longer.`)
        : phrase(`Make ${name} a member: no group of the directory makes it an administrator any longer.`);
    if (present === Role.moderator)
      return isGuest
        ? phrase(`Make ${name} a guest: no group of the directory makes it a moderator any longer.`)
        : phrase(`Make ${name} a member: no group of the directory makes it a moderator any longer.`);
    return phrase(`Make ${name} a guest: no group of the directory makes it a member any longer.`);
  }
  if (present === Role.administrator)
    return isGuest
      ? phrase(`Make ${name} a guest: no group of ${provider} makes it an administrator any longer.`)
      : phrase(`Make ${name} a member: no group of ${provider} makes it an administrator any longer.`);
  if (present === Role.moderator)
    return isGuest
      ? phrase(`Make ${name} a guest: no group of ${provider} makes it a moderator any longer.`)
      : phrase(`Make ${name} a member: no group of ${provider} makes it a moderator any longer.`);
  return phrase(`Make ${name} a guest: no group of ${provider} makes it a member any longer.`);
}

/** @param provider null: the directory. @returns that an account leaves channels that no group gives any longer */
export const channelsTaken = (name: string, channels: string, provider: string | null): Phrase =>
  provider === null
    ? phrase(`Unsubscribe ${name} from ${channels}: no group of the directory gives it any longer.`)
    : phrase(`Unsubscribe ${name} from ${channels}: no group of ${provider} gives it any longer.`);

/** @param provider null: the directory. @returns that an account leaves user groups that no group gives any longer */
export const userGroupsTaken = (name: string, groups: string, provider: string | null): Phrase =>
  provider === null
    ? phrase(`Remove ${name} from ${groups}: no group of the directory gives it any longer.`)
    : phrase(`Remove ${name} from ${groups}: no group of ${provider} gives it any longer.`);
