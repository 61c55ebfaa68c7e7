/** Choices of the server's own settings, as forms offer them and the audit log names them. */
import { perLanguage, t } from '../../client/text.ts';

/** One choice of a form. */
export interface NamedChoice<T extends string = string> {
  value: T;
  label: string;
}

/** How the mail server is reached. */
export const mailSecurities = perLanguage((): NamedChoice[] => [
  { value: 'starttls', label: t('STARTTLS (usual on port 587)') },
  { value: 'tls', label: t('TLS from the start (usual on port 465)') },
  { value: 'none', label: t('None: emails and the password are sent unencrypted') },
]);

/** How the directory is reached. */
export const directorySecurities = perLanguage((): NamedChoice[] => [
  { value: 'starttls', label: t('StartTLS (usual on port 389)') },
  { value: 'tls', label: t('TLS from the start (usual on port 636)') },
  { value: 'none', label: t('None: passwords are sent unencrypted') },
]);

/** Who gets an account at their first sign-in with a provider. */
export const joinPolicies = perLanguage((): NamedChoice<'none' | 'domains' | 'group'>[] => [
  { value: 'none', label: t('Only with an invitation') },
  { value: 'domains', label: t('Everyone with a confirmed address of these domains') },
  { value: 'group', label: t('Members of a group') },
]);

/** Who must use two-factor sign-in. */
export const twoFactorPolicies = perLanguage((): NamedChoice<'nobody' | 'administrators' | 'everyone'>[] => [
  { value: 'nobody', label: t('No one (users can turn it on)') },
  { value: 'administrators', label: t('Owners and administrators') },
  { value: 'everyone', label: t('Everyone with a password') },
]);

/** When an outgoing webhook is called. */
export const webhookTriggers = perLanguage((): NamedChoice<'mention' | 'direct_message'>[] => [
  { value: 'mention', label: t('Mentioned in a channel') },
  { value: 'direct_message', label: t('Direct message') },
]);

/** Usual limits of time, by seconds. */
export const timeLimits = perLanguage((): Record<string, string> => ({
  '120': t('2 minutes'),
  '600': t('10 minutes'),
  '3600': t('1 hour'),
  '86400': t('1 day'),
  '604800': t('1 week'),
  unlimited: t('Forever'),
}));

/** How long messages are kept. @param days -1: for ever. */
export function keptFor(days: number): string {
  return days === -1 ? t('Forever') : t('{{count}} days', { count: days, defaultValue_one: '1 day' });
}
