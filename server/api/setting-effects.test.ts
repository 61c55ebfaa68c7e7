/** Effects of settings without another test: each is set, and the effect is seen, and it is gone when the setting is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeServerSetting } from '../domain/organization/rows.ts';
import { topicPolicy, TopicPolicy } from '../domain/topics/policies.shared.ts';
import { headerOf, Mailbox, runJob } from '../testing/mailbox.ts';
import { fetchOne, makeChannel, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
const mailbox = new Mailbox();
beforeAll(async () => {
  world = await startWorld();
  await mailbox.open(world);
});
afterAll(async () => {
  await mailbox.close();
  await world.stop();
});

const realm = async (settings: Record<string, unknown>): Promise<unknown> => world.owner.ok.patch('/realm', settings);
const bad = { status: 400, code: 'BAD_REQUEST' };

describe('of the organization', () => {
  it('name_changes_disabled keeps the names of members, not of administrators', async () => {
    await realm({ name_changes_disabled: true });
    await world.member.fails('PATCH', '/settings', { full_name: 'Somebody Else' }, bad);
    await world.admin.ok.patch('/settings', { full_name: 'Ada Renamed' });
    await realm({ name_changes_disabled: false });
    await world.member.ok.patch('/settings', { full_name: 'Max Member II' });
    await world.member.ok.patch('/settings', { full_name: 'Max Member' });
  });

  it('email_changes_disabled keeps the addresses of members', async () => {
    await realm({ email_changes_disabled: true });
    const change = { email: 'max.new@example.com' };
    await world.member.fails('PATCH', '/settings', change, bad);
    await realm({ email_changes_disabled: false });
    await world.member.ok.patch('/settings', change);
    // Not by a link from before either.
    await realm({ email_changes_disabled: true });
    const links = await world.db<{ key: string }>(
      'SELECT key FROM email_changes WHERE user_id = ?',
      world.member.userId,
    );
    const follow = async () => (await world.stranger.request('GET', `!/confirm-email/${links[0]?.key}`)).status;
    expect(await follow()).toBe(400);
    await realm({ email_changes_disabled: false });
    expect(await follow()).toBe(200);
    await world.owner.ok.patch(`/users/${world.member.userId}`, { new_email: world.member.email });
  });

  it('require_unique_names refuses a name that someone has, in any spelling', async () => {
    const twin = { full_name: 'mia member' };
    await realm({ require_unique_names: true });
    await world.member.fails('PATCH', '/settings', twin, bad);
    const link = await world.owner.ok.post('/invites/multiuse', { stream_ids: [] });
    const path = `/console/join/${String(link['invite_link']).split('/').at(-1)}`;
    const account = { ...twin, email: 'mia2@example.com', password: 'correct horse battery' };
    await world.stranger.fails('POST', path, account, bad);
    await world.owner.fails('POST', '/users', account, bad);
    await world.member.fails('POST', '/bots', { ...twin, short_name: 'mia' }, bad);
    await realm({ require_unique_names: false });
    await world.stranger.ok.post(path, account);
    await world.member.ok.patch('/settings', twin);
    await world.member.ok.patch('/settings', { full_name: 'Max Member' });
  });

  it('emails_restricted_to_domains lets in only addresses of its domains', async () => {
    await world.owner.ok.post('/realm/domains', { domain: 'office.example', allow_subdomains: false });
    const add = (email: string) => ({ email, full_name: 'Somebody', password: 'correct horse battery' });
    await realm({ emails_restricted_to_domains: true });
    await world.owner.fails('POST', '/users', add('a@elsewhere.example'), bad);
    await world.owner.ok.post('/users', add('a@office.example'));
    await realm({ emails_restricted_to_domains: false });
    await world.owner.ok.post('/users', add('a@elsewhere.example'));
  });

  it('move limits keep members from moving what is older', async () => {
    await makeChannel(world.owner, 'attic', [world.member, world.member2]);
    const { stream_id: attic } = await world.owner.ok.get('/get_stream_id', { stream: 'attic' });
    const within = await say(world.member2, 'general', 'old talk', 'within');
    const between = await say(world.member2, 'general', 'old talk', 'between');
    world.clock.advance(3_600_000);
    await realm({
      move_messages_within_stream_limit_seconds: 60,
      move_messages_between_streams_limit_seconds: 60,
      can_move_messages_between_channels_group: {
        new: { direct_members: [world.member.userId], direct_subgroups: [] },
      },
    });
    await world.member.fails('PATCH', `/messages/${within}`, { topic: 'new talk' }, bad);
    await world.member.fails('PATCH', `/messages/${between}`, { stream_id: attic }, bad);
    await realm({
      move_messages_within_stream_limit_seconds: 7200,
      move_messages_between_streams_limit_seconds: 7200,
    });
    await world.member.ok.patch(`/messages/${within}`, { topic: 'new talk' });
    await world.member.ok.patch(`/messages/${between}`, { stream_id: attic });
  });

  it('message_content_delete_limit_seconds keeps members from deleting what is older', async () => {
    await realm({ message_content_delete_limit_seconds: 60 });
    const id = await say(world.member, 'general', 'deleting', 'a slip');
    world.clock.advance(120_000);
    await world.member.fails('DELETE', `/messages/${id}`, {}, bad);
    await realm({ message_content_delete_limit_seconds: 600 });
    await world.member.ok.delete(`/messages/${id}`);
  });

  it('welcome_message_custom_text reaches who comes, and descriptions change, however large they are drawn', async () => {
    const text = `Sums: ${'$$x$$ '.repeat(1300)}`.trim();
    await realm({ welcome_message_custom_text: text });
    const link = await world.owner.ok.post('/invites/multiuse', { stream_ids: [] });
    const account = { full_name: 'Wim Welcome', email: 'wim@example.com', password: 'correct horse battery' };
    await world.stranger.ok.post(`/console/join/${String(link['invite_link']).split('/').at(-1)}`, account);
    await realm({ welcome_message_custom_text: '' });
    const description = `Sums: $$${'x'.repeat(990)}$$`;
    const stream_id = await makeChannel(world.owner, 'sums', [world.owner], { description });
    await world.owner.ok.patch(`/streams/${stream_id}`, { description: `More ${description}` });
    const sent = await world.db<{ content: string }>("SELECT content FROM messages WHERE content LIKE '%Sums:%'");
    expect(sent).toMatchObject([{ content: expect.stringContaining(text) as string }, {}, {}]);
  });

  it('moderation_request_channel_id gets reports of messages of any length, from whom they are', async () => {
    const id = await makeChannel(world.owner, 'requests', [world.owner], { invite_only: true });
    await realm({ moderation_request_channel_id: id });
    const author = await world.newUser(`a${'😀'.repeat(50)}`);
    // Too long to be quoted, too long for two fences, and too large to be drawn in something else.
    for (const content of [
      `rude ${'word '.repeat(1990)}`,
      `rude ${'`'.repeat(9000)}`,
      `rude ${'$$x$$ '.repeat(517)}`,
    ]) {
      const long = await say(author, 'general', 'talk', content);
      await world.member.ok.post(`/messages/${long}/report`, {
        report_type: 'harassment',
        description: 'x'.repeat(1000),
      });
      const [report] = await world.db<{ topic: string; content: string }>(
        'SELECT topic, content FROM messages WHERE stream_id = ? ORDER BY id DESC LIMIT 1',
        id,
      );
      expect([...(report?.topic ?? '')]).toHaveLength(60);
      expect(report?.content).toContain('rude ');
    }
    await realm({ moderation_request_channel_id: -1 });
  });

  it('announcement channels without topics hear of them all the same, and keep nobody from coming', async () => {
    const id = await makeChannel(world.owner, 'one thread', [world.owner], { topics_policy: 'empty_topic_only' });
    await realm({ new_stream_announcements_stream_id: id, signup_announcements_stream_id: id });
    await makeChannel(world.owner, 'told of', [], { announce: true });
    const account = { full_name: 'Nils New', email: 'nils@example.com', password: 'correct horse battery' };
    await world.owner.ok.post('/users', account);
    await realm({ new_stream_announcements_stream_id: -1, signup_announcements_stream_id: -1 });
    const said = await world.db<{ topic: string; content: string }>(
      'SELECT topic, content FROM messages WHERE stream_id = ? ORDER BY id DESC LIMIT 2',
      id,
    );
    expect(said).toMatchObject([
      { topic: '', content: expect.stringContaining('Nils New') as string },
      { topic: '', content: expect.stringContaining('#**told of**') as string },
    ]);
  });

  it('announcement channels hear of new channels, newcomers and updates', async () => {
    const { stream_id: id } = await world.owner.ok.get('/get_stream_id', { stream: 'general' });
    await realm({
      new_stream_announcements_stream_id: id,
      signup_announcements_stream_id: id,
      zulip_update_announcements_stream_id: id,
    });
    await makeChannel(world.owner, 'announced', [world.member], { announce: true });
    const invitation = await world.owner.ok.post('/invites/multiuse', {
      stream_ids: [],
      invite_expires_in_minutes: 60,
    });
    const key = String(invitation['invite_link']).split('/').at(-1) ?? '';
    await world.stranger.ok.post(`/console/join/${key}`, {
      full_name: 'Nora Newcomer',
      email: 'nora@example.com',
      password: 'correct horse battery',
    });
    await world.owner.ok.post('/users', {
      full_name: 'Otto Ordered',
      email: 'otto@example.com',
      password: 'correct horse battery',
    });
    await world.server.services.storage.transaction((tx) => storeServerSetting({ tx }, 'last_version', '0.0.9'));
    const pages = await world.member.register({ event_types: ['web_reload_client'] });
    await runJob(world, 'update notice');
    await runJob(world, 'update notice');
    expect(await pages.events()).toMatchObject([{ type: 'web_reload_client', immediate: false }]);
    const { messages } = await world.owner.ok.get('/messages', {
      narrow: [{ operator: 'channel', operand: id }],
      anchor: 'newest',
      num_before: 20,
      num_after: 0,
      apply_markdown: false,
    });
    const said = (messages as { subject: string; content: string }[]).map(
      ({ subject, content }) => `${subject}: ${content}`,
    );
    expect(said.filter((line) => line.includes('#**announced**'))).toHaveLength(1);
    for (const name of ['Nora Newcomer', 'Otto Ordered'])
      expect(said.filter((line) => line.startsWith('signups: ') && line.includes(name))).toHaveLength(1);
    expect(said.filter((line) => line.includes('updated from version 0.0.9'))).toHaveLength(1);
  });
});

describe('of users', () => {
  const policyOf = async (topic: string): Promise<number> => {
    const { stream_id: id } = await world.member.ok.get('/get_stream_id', { stream: 'general' });
    return world.server.services.storage.read((db) => topicPolicy(db, world.member.userId, Number(id), topic));
  };

  it('automatically_follow_topics_policy and its siblings follow and unmute what someone takes part in', async () => {
    await world.member.ok.patch('/settings', { automatically_follow_topics_policy: 4 });
    await say(world.member, 'general', 'not followed', 'I begin');
    expect(await policyOf('not followed')).toBe(TopicPolicy.none);
    await world.member.ok.patch('/settings', { automatically_follow_topics_policy: 3 });
    await say(world.member, 'general', 'followed', 'I begin');
    expect(await policyOf('followed')).toBe(TopicPolicy.followed);
    await world.member.ok.patch('/settings', { automatically_follow_topics_where_mentioned: false });
    await say(world.owner, 'general', 'called once', `@**${world.member.name}**`);
    expect(await policyOf('called once')).toBe(TopicPolicy.none);
    await world.member.ok.patch('/settings', { automatically_follow_topics_where_mentioned: true });
    await say(world.owner, 'general', 'called twice', `@**${world.member.name}**`);
    expect(await policyOf('called twice')).toBe(TopicPolicy.followed);
    const { stream_id } = await world.member.ok.get('/get_stream_id', { stream: 'general' });
    const mute = async (value: boolean): Promise<unknown> =>
      world.member.ok.post('/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id, property: 'is_muted', value }],
      });
    await mute(true);
    await world.member.ok.patch('/settings', {
      automatically_follow_topics_policy: 4,
      automatically_unmute_topics_in_muted_streams_policy: 2,
    });
    await say(world.owner, 'general', 'unmuted', 'somebody begins');
    await say(world.member, 'general', 'unmuted', 'I answer');
    expect(await policyOf('unmuted')).toBe(TopicPolicy.unmuted);
    await world.member.ok.patch('/settings', { automatically_unmute_topics_in_muted_streams_policy: 4 });
    await say(world.member, 'general', 'still muted', 'I begin');
    expect(await policyOf('still muted')).toBe(TopicPolicy.none);
    await mute(false);
  });

  it('resolved_topic_notice_auto_read_policy decides whether the notice arrives read', async () => {
    const resolve = async (topic: string): Promise<string[]> => {
      const id = await say(world.owner, 'general', topic, 'a question');
      await world.owner.ok.patch(`/messages/${id}`, { topic: `✔ ${topic}`, propagate_mode: 'change_all' });
      const [newest] = await world.db<{ id: number }>('SELECT max(id) AS id FROM messages');
      return (await fetchOne(world.member, Number(newest?.id))).flags as string[];
    };
    await world.member.ok.patch('/settings', { resolved_topic_notice_auto_read_policy: 'always' });
    expect(await resolve('first question')).toContain('read');
    await world.member.ok.patch('/settings', { resolved_topic_notice_auto_read_policy: 'never' });
    expect(await resolve('second question')).not.toContain('read');
  });

  it('enable_login_emails ends the mail about a new sign-in', async () => {
    world.clock.advance(600_000);
    const signIn = async (userAgent: string): Promise<number> => {
      await fetch(`${world.url}/api/v1/fetch_api_key`, {
        method: 'POST',
        headers: { 'User-Agent': userAgent },
        body: new URLSearchParams({ username: 'member2@example.com', password: 'a good password' }),
      });
      await world.server.workers.deliveries.settled();
      return mailbox.to('member2@example.com').length;
    };
    expect(await signIn('gajim/1.9')).toBe(1);
    await world.member2.ok.patch('/settings', { enable_login_emails: false });
    expect(await signIn('weechat/4.1')).toBe(1);
    expect(headerOf(mailbox.to('member2@example.com')[0], 'list-unsubscribe')).toContain('/unsubscribe/sign-ins/');
  });

  it('enable_followed_topic_email_notifications ends the mails about topics that someone follows', async () => {
    const { stream_id } = await world.member2.ok.get('/get_stream_id', { stream: 'general' });
    await world.member2.ok.post('/mark_all_as_read');
    await world.member2.ok.post('/user_topics', { stream_id, topic: 'menu', visibility_policy: 3 });
    const mails = async (): Promise<number> => {
      mailbox.mails = [];
      await say(world.owner, 'general', 'menu', 'soup');
      world.clock.advance(900_000);
      await runJob(world, 'missed messages');
      return mailbox.to('member2@example.com').length;
    };
    expect(await mails()).toBe(1);
    await world.member2.ok.patch('/settings', { enable_followed_topic_email_notifications: false });
    expect(await mails()).toBe(0);
  });
});
