/** Life of what people keep for themselves, and of their presence. */
import { content } from './messages.ts';
import type { Act, Life } from './life.ts';

export async function ofOwn(life: Life, index: number): Promise<Act[]> {
  const { world } = life;
  const person = life.pick(life.people);
  const draft = await life.one(`SELECT id FROM drafts WHERE user_id = ${person.userId}`);
  const later = await life.one(`SELECT id FROM scheduled_messages WHERE sender_id = ${person.userId}`);
  const to = [life.pick(life.people).userId];
  const text = content(life, index);
  const written = { type: 'private', to, topic: '', content: text, timestamp: index };
  const at = Math.floor(world.clock.nowMs / 1000) + 100_000 + index;
  return [
    () => person.post('/drafts', { drafts: [written] }),
    () => person.patch(`/drafts/${draft}`, { draft: written }),
    () => person.delete(`/drafts/${draft}`),
    () => person.post('/scheduled_messages', { type: 'direct', to, content: text, scheduled_delivery_timestamp: at }),
    () => person.patch(`/scheduled_messages/${later}`, { content: text }),
    () => person.delete(`/scheduled_messages/${later}`),
    () => person.patch('/settings', { enter_sends: life.coin(), default_language: life.pick(['de', 'en']) }),
    () => person.patch('/settings', { presence_enabled: life.coin(), web_font_size_px: 12 + life.random(9) }),
    () => person.post('/users/me/alert_words', { alert_words: ['hearth', `w${index}`] }),
    () => person.delete('/users/me/alert_words', { alert_words: ['hearth'] }),
    () => person.post(`/users/me/muted_users/${life.pick(life.everybody).userId}`),
    () => person.delete(`/users/me/muted_users/${life.pick(life.everybody).userId}`),
  ];
}

export async function ofSidebar(life: Life, index: number): Promise<Act[]> {
  const { world } = life;
  const person = life.pick(life.people);
  const snippet = await life.one(`SELECT id FROM saved_snippets WHERE user_id = ${person.userId}`);
  const reminder = await life.one(
    `SELECT id FROM scheduled_messages WHERE kind = 'reminder' AND sender_id = ${person.userId}`,
  );
  const message = await life.one('SELECT id FROM messages ORDER BY id DESC LIMIT 12');
  const at = Math.floor(world.clock.nowMs / 1000) + 100_000 + index;
  const fragment = life.pick(['inbox', 'narrow/is/starred', 'narrow/sender/7', 'narrow/sender/8']);
  return [
    () => person.post('/saved_snippets', { title: `Snippet ${index}`, content: 'hello' }),
    () => person.patch(`/saved_snippets/${snippet}`, { title: `Other ${index}` }),
    () => person.delete(`/saved_snippets/${snippet}`),
    () => person.post('/reminders', { message_id: message, scheduled_delivery_timestamp: at }),
    () => person.delete(`/reminders/${reminder}`),
    () =>
      person.post('/navigation_views', {
        fragment,
        is_pinned: life.coin(),
        name: life.pick([undefined, `View ${index}`]),
      }),
    () => person.patch(`/navigation_views/${fragment}`, { is_pinned: life.coin() }),
    () => person.delete(`/navigation_views/${fragment}`),
  ];
}

/** Each report comes after everybody has been away: between two reports of one who stays, nobody is told. */
export function ofPresence(life: Life): Act[] {
  const person = life.pick(life.people);
  const report = (status: string) => () => {
    life.world.clock.advance(400_000);
    return person.post('/users/me/presence', { status, new_user_input: true });
  };
  return [report('active'), report('idle')];
}
