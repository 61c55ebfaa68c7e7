/** Emails and messages of the server's bots, in the language of their reader or of the organization. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Mailbox } from '../../testing/mailbox.ts';
import { doDue, startWorld, type World } from '../../testing/world.ts';

let world: World;
const mailbox = new Mailbox();

beforeAll(async () => {
  world = await startWorld();
  await mailbox.open(world);
  await world.member.ok.patch('/settings', { default_language: 'de' });
  await world.owner.ok.patch('/realm', { default_language: 'fr' });
});
afterAll(async () => {
  await mailbox.close();
  await world.stop();
});
beforeEach(() => {
  mailbox.mails = [];
});

const lastContent = async (where: string): Promise<string> => {
  const [row] = await world.db<{ content: string }>(
    `SELECT m.content FROM messages m JOIN users u ON u.id = m.sender_id
     WHERE u.email LIKE 'notification-bot@%' AND ${where} ORDER BY m.id DESC LIMIT 1`,
  );
  return row?.content ?? '';
};

it('sends a bot message to one user in the language of that user', async () => {
  await world.owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'garten' }],
    principals: [world.owner.userId, world.member.userId],
  });
  expect(await lastContent('m.stream_id IS NULL')).toMatch(/ hat dich zum Kanal #\*\*garten\*\* hinzugefügt\.$/);
});

it('sends a bot message to a channel in the language of the organization', async () => {
  expect(await lastContent('m.stream_id IS NOT NULL')).toContain(
    'a créé ce canal (**Public**). **Description\u202f:**',
  );
});

it('writes emails in the language of their reader, and an invitation in that of the organization', async () => {
  await world.owner.ok.post(`/console/users/${world.member.userId}/password_link`);
  await world.owner.ok.post('/invites', { invitee_emails: 'nouveau@example.com', stream_ids: [] });
  await doDue(world);
  const [reset] = mailbox.to('member@example.com');
  expect([reset?.subject, reset?.text]).toEqual([
    'Wähle ein neues Passwort bei Hearth Test',
    expect.stringMatching(
      /^Hallo Max Member,\n\n[^]*Der Link funktioniert einmal, bis \d+\. \p{L}+ \d{4} um \d\d:\d\d UTC\.\n$/u,
    ),
  ]);
  const [invitation] = mailbox.to('nouveau@example.com');
  expect(invitation?.subject).toMatch(/ vous invite à rejoindre Hearth Test$/);
});
