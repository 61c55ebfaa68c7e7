/** An organization on its first morning: the owner, the channels that every organization begins with, and nothing else. */
import { regenerateApiKey } from '../domain/accounts/authentication.ts';
import { createOrganization } from '../domain/organization/create.ts';
import { applyTimezone } from '../domain/users/edit-settings.ts';
import { apiKeyOf, cast, emailOf, organizationName } from './cast.ts';
import type { ScenarioContext } from './scenario.ts';
import { Seeder } from './seeder.ts';

export async function runEmpty(context: ScenarioContext): Promise<void> {
  const { clock, calendar } = context;
  clock.nowMs = calendar.at(0, 9 * 60);
  const seeder = new Seeder(context);
  await seeder.run(() => openOffice(seeder, context));
}

/** Makes the organization and its owner, Amara. */
export function openOffice(
  seeder: Seeder,
  { random, passwordHash, language }: Pick<ScenarioContext, 'random' | 'passwordHash' | 'language'>,
): void {
  const { name, timezone } = cast.amara;
  const acting = seeder.system();
  const { texts } = seeder;
  const owner = createOrganization(acting, {
    name: organizationName,
    ownerEmail: emailOf('amara'),
    ownerFullName: name,
    ownerPasswordHash: passwordHash,
    language,
    firstChannels: [
      { name: texts.channel('general'), description: texts.text('new office', 'general') },
      texts.pair('channels', 'sandbox'),
    ],
  });
  seeder.enter('amara', owner);
  applyTimezone(acting, owner, timezone);
  random.expectToken(apiKeyOf('amara'));
  // The server's doing as well: no one has asked for another key.
  regenerateApiKey(acting, owner);
}
