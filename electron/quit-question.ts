/** Confirmation before the app quits while clients use its server. */
import type { DesktopState } from './bridge.ts';
import { t } from './texts.ts';

export interface QuitQuestion {
  title: string;
  detail: string;
}

/** @returns null when no client is connected, or no server runs. */
export function quitQuestion({ server, status }: Pick<DesktopState, 'server' | 'status'>): QuitQuestion | null {
  const connected = status?.clients_connected ?? 0;
  if (connected === 0 || server.state !== 'running') return null;
  return {
    title: t('Quit Hearth? {{count}} programs and browsers are connected.', {
      count: connected,
      defaultValue_one: 'Quit Hearth? {{count}} program or browser is connected.',
    }),
    detail: t('Until Hearth runs again, no messages can be read or sent. No sent messages are lost.'),
  };
}
