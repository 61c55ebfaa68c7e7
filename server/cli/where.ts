/** Says where a started server is reached: here, by others, and last the line that scripts wait for. */
import { ownOrigin } from '../domain/acting.ts';
import { reachableAddresses } from '../domain/addresses.ts';
import type { RunningServer } from '../start.ts';

export function sayWhere({ options, services, url }: RunningServer, say: (line: string) => void): void {
  const shared = reachableAddresses(options.host, options.port).filter((address) => !address.this_computer_only);
  if (options.consoleDir !== null) say(`Console: ${ownOrigin(services)}/console/`);
  for (const address of shared) say(`Others reach it at ${address.url} (${address.label})`);
  say(`Hearth is listening on ${url}`);
}
