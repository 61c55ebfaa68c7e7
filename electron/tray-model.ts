/** Content of the tray menu: state, people, address and a few actions. Pure, so that it can be read as a table. */
import type { DesktopState } from './bridge.ts';
import { t } from './texts.ts';

export type TrayAction =
  | 'open'
  | 'chat'
  | 'copy_address'
  | 'open_browser'
  | 'share'
  | 'pause_sharing'
  | 'restart'
  | 'open_logs'
  | 'quit';

export interface TrayItem {
  label: string;
  /** Missing: a line that only says something. */
  action?: TrayAction;
}

export interface TrayModel {
  /** Which icon: sharing is paused, something needs a person, or all is well. */
  icon: 'running' | 'paused' | 'problem';
  tooltip: string;
  /** In groups, with a line between. */
  groups: TrayItem[][];
}

/** @param unread messages that wait in the chat of the window. */
export function trayModel({
  server,
  status,
  unread = 0,
}: Pick<DesktopState, 'server' | 'status'> & { unread?: number }): TrayModel {
  const isRunning = server.state === 'running';
  const address = status?.shared === true ? (status.addresses[0]?.url ?? null) : null;
  const lines = isRunning && status !== null ? runningLines(status, address) : [stateLine(server.state)];
  const sharing: TrayItem[] = [];
  if (isRunning && address !== null) sharing.push({ label: t('Copy address'), action: 'copy_address' });
  if (isRunning && status?.can_share === true)
    sharing.push(
      status.shared
        ? { label: t('Pause sharing'), action: 'pause_sharing' }
        : { label: t('Share on the network'), action: 'share' },
    );
  const first = status?.organization ?? 'Hearth';
  return {
    icon: iconFor(server.state, status),
    tooltip: `${unread > 0 ? `(${unread}) ` : ''}${first}: ${lines[0] ?? ''}`.slice(0, 120),
    groups: [
      [{ label: first }, ...lines.map((label) => ({ label }))],
      sharing,
      [
        ...(unread > 0
          ? [
              {
                label: t('{{count}} unread messages', { count: unread, defaultValue_one: '{{count}} unread message' }),
                action: 'chat',
              },
            ]
          : []),
        { label: t('Open Hearth'), action: 'open' },
        ...(isRunning ? [{ label: t('Open in browser'), action: 'open_browser' }] : []),
      ],
      [
        ...(isRunning ? [{ label: t('Restart server'), action: 'restart' }] : []),
        { label: t('Show logs'), action: 'open_logs' },
      ],
      [{ label: t('Quit Hearth'), action: 'quit' }],
    ].filter((group) => group.length > 0) as TrayItem[][],
  };
}

function runningLines(status: NonNullable<DesktopState['status']>, address: string | null): string[] {
  return [
    status.organization === null
      ? t('Not set up yet')
      : t('Running, {{count}} people online', {
          count: status.people_online,
          defaultValue_one: 'Running, {{count}} person online',
        }),
    address ?? (status.shared ? t('No network address') : t('Only on this computer')),
    ...status.alerts.slice(0, 3).map(({ title }) => title),
  ];
}

function stateLine(state: DesktopState['server']['state']): string {
  const lines = {
    starting: t('Starting'),
    running: t('Running'),
    restarting: t('Restarting after a failure'),
    failed: t('Not running. Open the window to see the reason'),
    stopping: t('Closing'),
    stopped: t('Not running'),
  };
  return lines[state];
}

function iconFor(state: DesktopState['server']['state'], status: DesktopState['status']): TrayModel['icon'] {
  if (state === 'failed' || state === 'restarting' || status?.alerts.some(({ severity }) => severity !== 'notice'))
    return 'problem';
  return status !== null && status.can_share && !status.shared ? 'paused' : 'running';
}
