/**
 * Which page the window shows for a state of the server.
 */
import type { ServerStatus } from './bridge.ts';

/** @returns an absolute URL: the set-up link, the console, or the status page with its reason. */
export function pageFor(status: ServerStatus, statusPage: string): string {
  if (status.state !== 'running' || status.url === null) return statusPage;
  return `${status.url}${status.setupPath ?? '/console/'}`;
}
