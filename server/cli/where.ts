/** Says where a started server is reached: here, by others, and last the line that scripts wait for. */
import { ownOrigin } from '../domain/acting.ts';
import type { RunningServer } from '../start.ts';

export function sayWhere({ options, services, url }: RunningServer, say: (line: string) => void): void {
  if (options.consoleDir !== null) say(`Console: ${ownOrigin(services)}/console/`);
  for (const { url: address, label } of services.network.reachable) say(`Others reach it at ${address} (${label})`);
  say(`Hearth is listening on ${url}`);
}
