/** What this browser lets a page do to call its reader, and why not where it does not. */
import { desktop } from '../../client/desktop.ts';
import { t } from '../../client/text.ts';

export type AlertsHere = 'desktop' | 'granted' | 'askable' | 'denied' | 'insecure' | 'missing';

export function alertsHere(): AlertsHere {
  if (desktop !== undefined) return 'desktop';
  // Browsers leave it out on plain http, but for pages of the computer itself.
  if (!isSecureContext) return 'insecure';
  if (!('Notification' in globalThis)) return 'missing';
  if (Notification.permission === 'granted') return 'granted';
  return Notification.permission === 'denied' ? 'denied' : 'askable';
}

/** One sentence for the settings and the first steps. */
export function alertsSentence(state: AlertsHere): string {
  switch (state) {
    case 'desktop':
      return t('This app tells you of messages, also while its window is closed.');
    case 'granted':
      return t('Your browser tells you of messages, also while you look at something else.');
    case 'askable':
      return t('Your browser can tell you of messages while you look at something else, if you let it.');
    case 'denied':
      return t(
        'Your browser was told not to show notifications of this page. Until you change that in its settings, the chat calls by sound, by its title and by the number on its tab.',
      );
    case 'insecure':
      return t(
        'At this address (plain http) browsers show no notifications. The chat calls by sound, by its title and by the number on its tab; with HTTPS, which an administrator can switch on, notifications work too.',
      );
    case 'missing':
      return t(
        'This browser has no notifications. The chat calls by sound, by its title and by the number on its tab.',
      );
  }
}

/** @returns whether a real notification will be seen. */
export const canNotify = (): boolean =>
  'Notification' in globalThis && (desktop !== undefined || Notification.permission === 'granted');
