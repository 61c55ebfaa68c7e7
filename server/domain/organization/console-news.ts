/** Tells the consoles of administrators that something of the server has changed, so that they read it again. */
import { toUsers } from '../../events/audience.ts';
import type { ConsoleEvent } from '../../events/event-types.ts';
import { Role } from '../../permissions/roles.ts';
import { ownOrigin, systemActing, type ChatServices } from '../acting.ts';
import { activeIdsByRole } from '../users/rows.ts';

/** What is not announced is read again later: this never fails. */
export async function tellConsoles(services: ChatServices, about: ConsoleEvent['about']): Promise<void> {
  await services.storage
    .transaction((tx) => {
      const audience = { ...toUsers(activeIdsByRole(tx, 0, Role.administrator)), onlyAsking: 'console' };
      systemActing(tx, services, ownOrigin(services)).announce({ type: 'console', about }, audience);
    })
    .catch((error: unknown) => services.log.warn({ err: error, about }, 'a change was not announced to the consoles'));
}
