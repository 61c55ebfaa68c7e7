/**
 * Page that the window shows: the console while there is a server to ask for it, else the status page with the reason.
 */
import type { DesktopStatus } from '../server/desktop-link.ts';
import type { DesktopState, ServerStatus } from './bridge.ts';

/** The parts of the app's state that decide. */
export type Showing = Pick<DesktopState, 'task' | 'isPageBroken'> & {
  server: Pick<ServerStatus, 'state' | 'url'>;
  status: Pick<DesktopStatus, 'setup_path'> | null;
};

/** @returns an absolute URL; null: the server runs, and says in a moment whether there is an organization. */
export function pageFor({ server, status, task, isPageBroken }: Showing, statusPage: string): string | null {
  // A backup is restored beside a running server; everything else is waited for.
  const isBusy = task !== null && task.kind !== 'restore';
  if (server.state !== 'running' || server.url === null || isBusy || isPageBroken) return statusPage;
  return status === null ? null : `${server.url}${status.setup_path ?? '/console/'}`;
}
