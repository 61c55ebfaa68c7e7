/** The five roles of the API, by number, in a person's words. */
import { t } from './text.ts';
export const roleNames: Record<number, string> = {
  100: t('Owner'),
  200: t('Administrator'),
  300: t('Moderator'),
  400: t('Member'),
  600: t('Guest'),
};

/** The ends of the scale: the lower the number, the more somebody may do. */
export const ownerRole = 100;
export const guestRole = 600;

/** The two roles that run the organization. */
export const isAdministrator = (role: number): boolean => role <= 200;
