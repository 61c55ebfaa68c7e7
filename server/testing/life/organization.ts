/** Life of the organization: its settings, and the lists that administrators keep. */
import { dotPicture } from '../dot-picture.ts';
import type { Act, Life } from './life.ts';

export async function ofLists(life: Life, index: number): Promise<Act[]> {
  const { admin } = life.world;
  const linkifier = await life.one('SELECT id FROM linkifiers');
  const field = await life.one('SELECT id FROM profile_fields');
  const [{ name: emoji = 'none' } = {}] = await life.world.db<{ name: string }>(
    'SELECT name FROM realm_emoji WHERE deactivated = 0',
  );
  const rule = { pattern: `T${index}-(?P<n>[0-9]+)`, url_template: 'https://t.example/{n}' };
  return [
    () => admin.post('/realm/filters', rule),
    () => admin.patch(`/realm/filters/${linkifier}`, rule),
    () => admin.delete(`/realm/filters/${linkifier}`),
    () => admin.upload(`/realm/emoji/dot${index}`, { name: 'dot.png', content: dotPicture }),
    () => admin.delete(`/realm/emoji/${emoji}`),
    () => admin.post('/realm/profile_fields', { field_type: 1 + life.random(2), name: `Field ${index}` }),
    () => admin.patch(`/realm/profile_fields/${field}`, { hint: `Hint ${index}`, required: life.coin() }),
    () => admin.delete(`/realm/profile_fields/${field}`),
  ];
}

export async function ofOrganization(life: Life, index: number): Promise<Act[]> {
  const { owner, admin } = life.world;
  const playground = await life.one('SELECT id FROM realm_playgrounds');
  const domain = life.pick(['one.example', 'two.example']);
  const known = (await life.world.db<{ domain: string }>('SELECT domain FROM realm_domains'))[0]?.domain ?? domain;
  const group = await life.one('SELECT id FROM user_groups WHERE is_system_group = 0 AND deactivated = 0');
  return [
    () => admin.patch('/realm', { name: `House ${index}`, description: `*${index}*` }),
    () => admin.patch('/realm', { topics_policy: life.pick(['allow_empty_topic', 'disable_empty_topic']) }),
    () => admin.patch('/realm', { message_content_edit_limit_seconds: 600 + index }),
    () => admin.patch('/realm', { avatar_changes_disabled: life.coin() }),
    () => owner.patch('/realm', { can_invite_users_group: { new: group } }),
    () => admin.patch('/realm', { waiting_period_threshold: life.random(9) }),
    () => admin.patch('/realm/user_settings_defaults', { enter_sends: life.coin(), color_scheme: 1 + life.random(3) }),
    () => owner.post('/realm/domains', { domain, allow_subdomains: life.coin() }),
    () => owner.patch(`/realm/domains/${known}`, { allow_subdomains: life.coin() }),
    () => owner.delete(`/realm/domains/${known}`),
    () =>
      admin.post('/realm/playgrounds', {
        name: `Play ${index}`,
        pygments_language: 'Python',
        url_template: 'https://p.example/{code}',
      }),
    () => admin.delete(`/realm/playgrounds/${playground}`),
  ];
}
