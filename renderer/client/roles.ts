/** The five roles of the API, by number, in a person's words. */
import { oneOf } from './choice.ts';
import { perLanguage, t } from './text.ts';

export type Role = 100 | 200 | 300 | 400 | 600;

export const roleNames = perLanguage((): Record<number, string> => ({
  100: t('Owner'),
  200: t('Administrator'),
  300: t('Moderator'),
  400: t('Member'),
  600: t('Guest'),
}));

/** The role whose number a field of a form has; a member where it has none. */
export const roleOf = (text: string | null): Role => oneOf([100, 200, 300, 400, 600], text, 400);

/** The ends of the scale: the lower the number, the more someone may do. */
export const ownerRole = 100;
export const guestRole = 600;

/** The two roles that run the organization. */
export const isAdministrator = (role: number): boolean => role <= 200;
