/** Start message with the server's addresses: here, by others, and last the line that scripts wait for, which is English in every language. */
import { ownOrigin } from '../domain/acting.ts';
import type { RunningServer } from '../start.ts';
import { ofError, t } from './language.ts';

export function sayWhere({ options, services, url }: RunningServer, say: (line: string) => void): void {
  if (options.consoleDir !== null) say(t('Console: {{url}}', { url: `${ownOrigin(services)}/console/` }));
  for (const { url: address, label } of services.network.reachable)
    say(t('Others reach it at {{address}} ({{label}})', { address, label: ofError(label) }));
  say(`Hearth is listening on ${url}`);
}
