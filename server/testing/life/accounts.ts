/** Life of accounts: invited, joining, imported, leaving; what people say of themselves, and their keys. */
import type { Reply } from '../client.ts';
import { password } from '../world.ts';
import type { Act, Life } from './life.ts';

export async function ofInvitations(life: Life, index: number): Promise<Act[]> {
  const { world } = life;
  const { owner, stranger } = world;
  const person = life.pick([owner, ...life.people]);
  const channel = await life.one('SELECT id FROM streams WHERE is_archived = 0 AND invite_only = 0');
  const byMail = await life.one('SELECT id FROM invitations WHERE is_multiuse = 0 ORDER BY id DESC LIMIT 3');
  const byLink = await life.one(
    "SELECT id FROM invitations WHERE is_multiuse = 1 AND status = 'pending' ORDER BY id DESC LIMIT 3",
  );
  const links = await world.db<{ key: string }>(
    "SELECT key FROM invitations WHERE is_multiuse = 1 AND status = 'pending' ORDER BY id DESC LIMIT 3",
  );
  const key = links.length === 0 ? 'none' : life.pick(links).key;
  const newcomer = { full_name: `Newcomer ${index}`, email: `newcomer${index}@example.com`, password };
  const row = { full_name: `Row ${index}`, email: `row${index}@example.com` };
  return [
    () => person.post('/invites', { invitee_emails: `guest${index}@example.com`, stream_ids: [channel] }),
    () => owner.post('/invites/multiuse', { stream_ids: [channel], invite_as: life.pick([400, 600]) }),
    () => owner.post('/invites/multiuse', { invite_as: 400, include_realm_default_subscriptions: true }),
    () => owner.delete(`/invites/${byMail}`),
    () => owner.delete(`/invites/multiuse/${byLink}`),
    () => owner.post(`/invites/${byMail}/resend`),
    () => stranger.post(`/console/join/${key}`, newcomer),
    () => stranger.post('/console/join', newcomer),
    () => owner.patch('/realm', { invite_required: life.coin() }),
    () => owner.post('/console/accounts', { rows: [row] }),
  ];
}

export async function ofAccounts(life: Life, index: number): Promise<Act[]> {
  const { owner, admin } = life.world;
  const person = life.pick(life.people);
  const other = life.pick(life.everybody);
  const extra = life.pick(life.extras);
  const field = await life.one('SELECT id FROM profile_fields');
  const [holder, held] = await life.own('SELECT field_id AS id, user_id AS owner FROM profile_values');
  const status = { status_text: life.pick(['', `out ${index}`]), emoji_name: life.pick(['', 'tada']) };
  return [
    () => extra.delete('/users/me'),
    () => owner.post(`/users/${extra.userId}/reactivate`),
    () => admin.patch(`/users/${other.email}`, { full_name: `Known ${index}` }),
    () => admin.patch(`/users/${other.userId}`, { profile_data: [{ id: field, value: `value ${index}` }] }),
    () => person.patch('/users/me/profile_data', { data: [{ id: field, value: `mine-${index}` }] }),
    () => holder.delete('/users/me/profile_data', { data: [held] }),
    () => admin.post(`/users/${other.userId}/status`, status),
    () => withNewKey(person),
    () => person.post('/users/me/onboarding_steps', { onboarding_step: life.pick(['intro_resolve_topic', 'none']) }),
  ];
}

/** A user who has a new key uses it from then on. */
async function withNewKey(person: Life['people'][number]): Promise<Reply> {
  const reply = await person.post('/users/me/api_key/regenerate');
  if (reply.status === 200) person.apiKey = String(reply.body['api_key']);
  return reply;
}
