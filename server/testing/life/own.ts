/** Life of what people keep for themselves, and of their presence. */
import type { Act, Life } from './life.ts';
import { content } from './messages.ts';

export async function ofOwn(life: Life, index: number): Promise<Act[]> {
  const { world } = life;
  const person = life.pick(life.people);
  const [writer, draft] = await life.own('SELECT id, user_id AS owner FROM drafts');
  const [sender, later] = await life.own(
    "SELECT id, sender_id AS owner FROM scheduled_messages WHERE kind = 'message'",
  );
  const [hearer, unheard] = await life.own('SELECT muted_user_id AS id, user_id AS owner FROM muted_users');
  const to = [life.pick(life.people).userId];
  const text = content(life, index);
  const written = { type: 'private', to, topic: '', content: text, timestamp: index };
  const at = Math.floor(world.clock.nowMs / 1000) + 100_000 + index;
  return [
    () => person.post('/drafts', { drafts: [written] }),
    () => writer.patch(`/drafts/${draft}`, { draft: written }),
    () => writer.delete(`/drafts/${draft}`),
    () => person.post('/scheduled_messages', { type: 'direct', to, content: text, scheduled_delivery_timestamp: at }),
    () => sender.patch(`/scheduled_messages/${later}`, { content: text }),
    () => sender.delete(`/scheduled_messages/${later}`),
    () => person.patch('/settings', { enter_sends: life.coin(), default_language: life.pick(['de', 'en']) }),
    () => person.patch('/settings', { presence_enabled: life.coin(), web_font_size_px: 12 + life.random(9) }),
    () => person.post('/users/me/alert_words', { alert_words: ['hearth', `w${index}`] }),
    () => person.delete('/users/me/alert_words', { alert_words: ['hearth'] }),
    () => person.post(`/users/me/muted_users/${life.pick(life.everybody).userId}`),
    () => hearer.delete(`/users/me/muted_users/${unheard}`),
  ];
}

export async function ofSidebar(life: Life, index: number): Promise<Act[]> {
  const { world } = life;
  const person = life.pick(life.people);
  const [keeper, snippet] = await life.own('SELECT id, user_id AS owner FROM saved_snippets');
  const [reminded, reminder] = await life.own(
    "SELECT id, sender_id AS owner FROM scheduled_messages WHERE kind = 'reminder'",
  );
  const [viewer, view] = await life.own<string>('SELECT fragment AS id, user_id AS owner FROM navigation_views');
  const message = await life.one('SELECT id FROM messages ORDER BY id DESC LIMIT 12');
  const at = Math.floor(world.clock.nowMs / 1000) + 100_000 + index;
  const fragment = life.pick(['inbox', 'narrow/is/starred', 'narrow/sender/7', 'narrow/sender/8']);
  return [
    () => person.post('/saved_snippets', { title: `Snippet ${index}`, content: 'hello' }),
    () => keeper.patch(`/saved_snippets/${snippet}`, { title: `Other ${index}` }),
    () => keeper.delete(`/saved_snippets/${snippet}`),
    () => person.post('/reminders', { message_id: message, scheduled_delivery_timestamp: at }),
    () => reminded.delete(`/reminders/${reminder}`),
    () =>
      person.post('/navigation_views', {
        fragment,
        is_pinned: life.coin(),
        name: life.pick([undefined, `View ${index}`]),
      }),
    () => viewer.patch(`/navigation_views/${view}`, { is_pinned: life.coin() }),
    () => viewer.delete(`/navigation_views/${view}`),
  ];
}

/** Each report comes after everyone has been away: between two reports of one who stays, no one is informed. */
export function ofPresence(life: Life): Act[] {
  const person = life.pick(life.people);
  const report = (status: string) => () => {
    life.world.clock.advance(400_000);
    return person.post('/users/me/presence', { status, new_user_input: true });
  };
  return [report('active'), report('idle')];
}
