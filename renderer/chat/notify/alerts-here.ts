/** Notification support of this browser, and why not where it does not. */
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
      return t('This app notifies you about messages, even while its window is closed.');
    case 'granted':
      return t('This browser shows notifications.');
    case 'askable':
      return t('Allow notifications to see messages in the background.');
    case 'denied':
      return t(
        "Notifications for this page are blocked in your browser's settings. You are alerted by sound, page title and tab badge.",
      );
    case 'insecure':
      return t(
        'Browsers show no notifications for http addresses. You are alerted by sound, page title and tab badge. An administrator can turn on HTTPS to enable notifications.',
      );
    case 'missing':
      return t('This browser does not support notifications. You are alerted by sound, page title and tab badge.');
  }
}

/** @returns whether a real notification will be seen. */
export const canNotify = (): boolean =>
  'Notification' in globalThis && (desktop !== undefined || Notification.permission === 'granted');
