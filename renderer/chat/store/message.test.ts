/** Events change messages as the contract says, and beat copies that were asked for before. */
import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../client/state/messages.ts';
import { MessageStore } from './message-store.ts';
import { messageAfter, saidHtml, withMarks, type ApiEvent, type Message } from './message.ts';

const message = (over: Partial<Message> = {}): Message => ({
  id: 1,
  avatar_url: null,
  client: 'test',
  content: '<p>one</p>',
  content_type: 'text/html',
  display_recipient: 'general',
  is_me_message: false,
  reactions: [],
  recipient_id: 1,
  sender_email: 'a@example.com',
  sender_full_name: 'A',
  sender_id: 4,
  sender_realm_str: '',
  stream_id: 5,
  subject: 'hello',
  submessages: [],
  timestamp: 100,
  topic_links: [],
  type: 'stream',
  flags: ['read', 'starred'],
  ...over,
});
const edit = (over: object = {}): ApiEvent =>
  ({
    id: 1,
    type: 'update_message',
    user_id: 4,
    rendering_only: false,
    message_id: 1,
    message_ids: [1],
    flags: ['read', 'mentioned'],
    edit_timestamp: 200,
    ...over,
  }) as ApiEvent;
const reaction = (op: 'add' | 'remove', user_id: number): ApiEvent =>
  ({
    id: 1,
    type: 'reaction',
    op,
    emoji_name: 'tada',
    emoji_code: '1f389',
    reaction_type: 'unicode_emoji',
    user_id,
    user: { user_id, email: '', full_name: '', is_mirror_dummy: false },
    message_id: 1,
  }) as ApiEvent;

describe('a message after an event', () => {
  it('has no marks of a search in words that were changed', () => {
    const found = message({ match_content: '<p><span class="highlight">one</span></p>', match_subject: 'hello' });
    const edited = messageAfter(found, edit({ rendered_content: '<p>two</p>', content: 'two' }));
    expect(edited.match_content).toBeUndefined();
    expect(edited.match_subject).toBe('hello');
    const moved = messageAfter(found, edit({ orig_subject: 'hello', subject: 'else' }));
    expect(moved.match_content).toBe(found.match_content);
    expect(moved.match_subject).toBeUndefined();
  });

  it('keeps the marks of a search when a list without marks reads it again, unless its words are others', () => {
    const found = message({ match_content: '<p><span class="highlight">one</span></p>', match_subject: 'hello' });
    const { match_content, match_subject, ...plain } = found;
    expect(withMarks(plain, found)).toEqual(found);
    expect(withMarks({ ...plain, content: '<p>two</p>' }, found)).toMatchObject({ match_subject });
    expect(withMarks({ ...plain, content: '<p>two</p>' }, found).match_content).toBeUndefined();
    expect(withMarks({ ...plain, match_content: 'x' }, found).match_content).toBe('x');
    expect(withMarks(plain, undefined)).toEqual(plain);
    expect(match_content).toBeDefined();
  });

  it('has the new content, the flags of an edit, and its own star', () => {
    const after = messageAfter(message(), edit({ rendered_content: '<p>two</p>', content: 'two' }));
    expect(after).toMatchObject({ content: '<p>two</p>', last_edit_timestamp: 200 });
    expect(after.flags.toSorted()).toEqual(['mentioned', 'read', 'starred']);
  });

  it('moves with the others, and takes nothing else from the edit of one of them', () => {
    const moved = edit({ message_id: 9, message_ids: [1, 9], orig_subject: 'hello', subject: 'bye', new_stream_id: 6 });
    const after = messageAfter(message(), moved);
    expect(after).toMatchObject({
      subject: 'bye',
      stream_id: 6,
      last_moved_timestamp: 200,
      flags: ['read', 'starred'],
    });
    expect(after.last_edit_timestamp).toBeUndefined();
  });

  it('counts a reaction once, and stays the same where nothing changes', () => {
    const once = messageAfter(message(), reaction('add', 7));
    expect(once.reactions).toHaveLength(1);
    expect(messageAfter(once, reaction('add', 7))).toBe(once);
    expect(messageAfter(once, reaction('remove', 8))).toBe(once);
    expect(messageAfter(once, reaction('remove', 7)).reactions).toEqual([]);
  });

  it('knows where it stands', () => {
    expect(conversationOf(message(), 4)).toEqual({ kind: 'channel', channelId: 5, topic: 'hello' });
    const people = [7, 4, 2].map((id) => ({ id, email: '', full_name: '', is_mirror_dummy: false }));
    const direct = message({ type: 'private', display_recipient: people, stream_id: undefined });
    expect(conversationOf(direct, 4)).toEqual({ kind: 'direct', userIds: [2, 7] });
    expect(conversationOf({ ...direct, display_recipient: people.slice(1, 2) }, 4)).toEqual({
      kind: 'direct',
      userIds: [4],
    });
  });
});

describe('the store', () => {
  it('keeps what an event said over a copy that was asked for before', () => {
    const store = new MessageStore();
    store.put([message()], store.now());
    const askedAt = store.now();
    store.apply(edit({ rendered_content: '<p>two</p>' }));
    store.put([message()], askedAt);
    expect(store.get(1)?.content).toBe('<p>two</p>');
    store.put([message({ content: '<p>three</p>' })], store.now());
    expect(store.get(1)?.content).toBe('<p>three</p>');
  });

  it('notifies a row of its own message alone, and keeps what a row shows', () => {
    const store = new MessageStore();
    store.put([message(), message({ id: 2 })], store.now());
    let told = 0;
    const end = store.subscribe(1, () => (told += 1));
    store.apply({ id: 1, type: 'update_message_flags', op: 'remove', flag: 'read', messages: [2] } as ApiEvent);
    expect(told).toBe(0);
    store.apply({ id: 1, type: 'update_message_flags', op: 'remove', flag: 'read', messages: [1] } as ApiEvent);
    expect(told).toBe(1);
    store.keepOnly(new Set());
    expect([store.get(1) !== undefined, store.get(2) !== undefined]).toEqual([true, false]);
    end();
    store.keepOnly(new Set());
    expect(store.size).toBe(0);
  });

  it('marks everything as read where the event says all', () => {
    const store = new MessageStore();
    store.put([message({ flags: [] }), message({ id: 2, flags: [] })], store.now());
    store.apply({ id: 1, type: 'update_message_flags', op: 'add', flag: 'read', messages: [], all: true } as ApiEvent);
    expect([1, 2].map((id) => store.get(id)?.flags)).toEqual([['read'], ['read']]);
  });
});

describe('what was said', () => {
  it('is without the sign by which it is said of the sender', () => {
    const me = message({ content: '<p>/me waves</p>', is_me_message: true });
    expect(saidHtml(me)).toBe('<p>waves</p>');
    expect(saidHtml(me, '<p>/me <span class="highlight">waves</span></p>')).toBe(
      '<p><span class="highlight">waves</span></p>',
    );
    expect(saidHtml({ ...me, is_me_message: false })).toBe('<p>/me waves</p>');
  });
});
