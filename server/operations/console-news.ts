/** Change events for the consoles of administrators, so that they read it again. */
import { ownOrigin, systemActing, type ChatServices, type SystemActing } from '../domain/acting.ts';
import { activeIdsByRole } from '../domain/users/rows.ts';
import { toUsers } from '../events/audience.ts';
import type { ConsoleEvent } from '../events/event-types.ts';
import { Role } from '../permissions/roles.ts';

/** What is not announced is read again later: this never fails. */
export async function tellConsoles(services: ChatServices, about: ConsoleEvent['about']): Promise<void> {
  await services.storage
    .transaction((tx) => announceToConsoles(systemActing(tx, services, ownOrigin(services)), about))
    .catch((error: unknown) => services.log.warn({ err: error, about }, 'a change was not announced to the consoles'));
}

/** The same within a transaction. */
export function announceToConsoles(acting: SystemActing, about: ConsoleEvent['about']): void {
  const audience = { ...toUsers(activeIdsByRole(acting.tx, 0, Role.administrator)), onlyAsking: 'console' };
  acting.announce({ type: 'console', about }, audience);
}
