/** What the tray shows: state, people, address, and the few things that one does from there. Pure, so that it can be read as a table. */
import type { DesktopState } from './bridge.ts';

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
  if (isRunning && address !== null) sharing.push({ label: 'Copy address', action: 'copy_address' });
  if (isRunning && status?.can_share === true)
    sharing.push(
      status.shared
        ? { label: 'Pause sharing', action: 'pause_sharing' }
        : { label: 'Share on the network', action: 'share' },
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
          ? [{ label: unread === 1 ? '1 unread message' : `${unread} unread messages`, action: 'chat' }]
          : []),
        { label: 'Open Hearth', action: 'open' },
        ...(isRunning ? [{ label: 'Open in browser', action: 'open_browser' }] : []),
      ],
      [
        ...(isRunning ? [{ label: 'Restart server', action: 'restart' }] : []),
        { label: 'Show logs', action: 'open_logs' },
      ],
      [{ label: 'Quit Hearth', action: 'quit' }],
    ].filter((group) => group.length > 0) as TrayItem[][],
  };
}

function runningLines(status: NonNullable<DesktopState['status']>, address: string | null): string[] {
  const people = status.people_online === 1 ? '1 person online' : `${status.people_online} people online`;
  return [
    status.organization === null ? 'Not set up yet' : `Running, ${people}`,
    address ?? (status.shared ? 'No network address' : 'Only on this computer'),
    ...status.alerts.slice(0, 3).map(({ title }) => title),
  ];
}

function stateLine(state: DesktopState['server']['state']): string {
  const lines = {
    starting: 'Starting',
    running: 'Running',
    restarting: 'Restarting after a failure',
    failed: 'Not running. Open the window to see the reason',
    stopping: 'Closing',
    stopped: 'Not running',
  };
  return lines[state];
}

function iconFor(state: DesktopState['server']['state'], status: DesktopState['status']): TrayModel['icon'] {
  if (state === 'failed' || state === 'restarting' || status?.alerts.some(({ severity }) => severity !== 'notice'))
    return 'problem';
  return status !== null && status.can_share && !status.shared ? 'paused' : 'running';
}
