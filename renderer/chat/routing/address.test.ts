/** Addresses: what people, links and other clients write is read; what is written is read back. */
import { describe, expect, it } from 'vitest';
import {
  channelNamed,
  channelNameIn,
  encodeHash,
  narrowAddress,
  readAddress,
  viewAddress,
  withChannelId,
  type Names,
  type View,
} from './address.ts';
import type { Term } from './narrow.ts';

const names: Names = {
  channel: (id) => ({ 5: 'general', 9: 'design team', 12: '2026 plans' })[id],
  user: (id) => ({ 7: 'Bo', 8: 'Ann Bee' })[id],
  me: 3,
};
const read = (address: string): View => readAddress(`http://office:7420/chat/${address}`, 3);
const narrow = (view: View): readonly Term[] => (view.kind === 'narrow' ? view.narrow : []);

describe('reading an address', () => {
  it('finds the plain views, the former names of two among them', () => {
    expect(read('').kind).toBe('home');
    expect(read('#').kind).toBe('home');
    expect(read('#inbox').kind).toBe('inbox');
    expect(read('#recent_topics').kind).toBe('recent');
    expect(read('#all_messages').kind).toBe('feed');
    expect(read('#/inbox').kind).toBe('inbox');
    expect(read('#no-such-thing').kind).toBe('home');
    const place = read('#narrow/channel/5-general/topic/a.2Fb.20c');
    for (const cleaned of [
      '#narrow%2Fchannel%2F5-general%2Ftopic%2Fa.2Fb.20c',
      '#narrow%2fchannel%2F5-general%2Ftopic%2Fa.2Fb.20c=',
      '#narrow%252Fchannel%252F5-general%252Ftopic%252Fa.2Fb.20c',
      '#narrow/channel/5-general/topic/a%2Fb%20c=',
    ])
      expect(read(cleaned)).toEqual(place);
    expect(narrow(place)[1]?.operand).toBe('a/b c');
    expect(read('#user/7')).toEqual({ kind: 'user', userId: 7 });
    expect(read('#files')).toEqual({ kind: 'files', narrow: [] });
    const files = read('#files/channel/5-general/topic/a.2Fb');
    expect(files).toEqual({ kind: 'files', narrow: narrow(read('#narrow/channel/5-general/topic/a.2Fb')) });
    expect(viewAddress(files, names)).toBe('#files/channel/5-general/topic/a.2Fb');
    expect(read('#topics/channel/5-general')).toEqual({ kind: 'topics', channelId: 5 });
    expect(read('#settings/profile')).toEqual({ kind: 'settings', section: 'profile' });
  });

  it('takes the id of a channel, and the whole name where there is none', () => {
    expect(narrow(read('#narrow/channel/5-general/topic/hello'))).toEqual([
      { operator: 'channel', operand: 5 },
      { operator: 'topic', operand: 'hello' },
    ]);
    expect(narrow(read('#narrow/stream/design-team'))).toEqual([{ operator: 'channel', operand: 'design-team' }]);
    expect(narrow(read('#narrow/stream/2026.20plans'))).toEqual([{ operator: 'channel', operand: '2026 plans' }]);
  });

  it('finds the channel of an old address by its name, with dashes for spaces', () => {
    const view = read('#narrow/stream/design-team/topic/hello');
    expect(channelNameIn(view)).toBe('design-team');
    const channels = [
      { stream_id: 8, name: 'Design-Team' },
      { stream_id: 9, name: 'design team' },
    ];
    expect(channelNamed(channels, 'design team')).toBe(9);
    expect(channelNamed(channels, 'design-team')).toBe(8);
    expect(channelNamed(channels, 'design')).toBeNull();
    expect(channelNamed([{ stream_id: 4, name: 'Caf\u00e9' }], 'cafe\u0301')).toBe(4);
    expect(narrow(withChannelId(view, 9))).toEqual(narrow(read('#narrow/channel/9-design-team/topic/hello')));
    expect(withChannelId(view, null)).toBe(view);
    expect(channelNameIn(read('#narrow/channel/9'))).toBeNull();
  });

  it('takes the empty topic, and one whose name has every odd character', () => {
    expect(narrow(read('#narrow/channel/5/topic/'))).toEqual([
      { operator: 'channel', operand: 5 },
      { operator: 'topic', operand: '' },
    ]);
    const odd = "50% off. (really!) ~ a/b 'c' *d* ü 日本 👍🏽 a.b";
    expect(narrow(read(`#narrow/channel/5/topic/${encodeHash(odd)}`))).toContainEqual({
      operator: 'topic',
      operand: odd,
    });
  });

  it('reads what was typed by hand, whatever its encoding', () => {
    const topicOf = (text: string) => narrow(read(`#narrow/channel/5/topic/${text}`))[1];
    expect(topicOf('a%20b')).toMatchObject({ operand: 'a b' });
    expect(topicOf('a.b')).toMatchObject({ operand: 'a.b' });
    expect(topicOf('100%')).toMatchObject({ operand: '100%' });
    expect(() => encodeHash('half \ud83d of a pair')).not.toThrow();
  });

  it('leaves the reader out of a direct message, but not out of notes to oneself', () => {
    const dm = (operand: string) => narrow(read(`#narrow/dm/${operand}`))[0]?.operand;
    expect(dm('8,7-group')).toEqual([7, 8]);
    expect(dm('3,7-dm')).toEqual([7]);
    expect(dm('7-Bo')).toEqual([7]);
    expect(dm('3-dm')).toEqual([3]);
    expect(dm('7,7')).toEqual([7]);
  });

  it('knows near, with, negation, aliases, and says what it does not know', () => {
    expect(read('#narrow/channel/5/topic/a/near/12')).toMatchObject({ near: 12, with: null });
    expect(read('#narrow/channel/5/topic/a/with/13')).toMatchObject({ near: null, with: 13 });
    expect(narrow(read('#narrow/-is/unread/from/7-Bo'))).toEqual([
      { operator: 'is', operand: 'unread', negated: true },
      { operator: 'sender', operand: 7 },
    ]);
    expect(narrow(read('#narrow/search/two.20words'))).toEqual([{ operator: 'search', operand: 'two words' }]);
    expect(narrow(read('#narrow/search/two+words'))).toEqual([{ operator: 'search', operand: 'two words' }]);
    expect(read('#narrow/colour/red/is/starred')).toMatchObject({
      unknown: ['colour:red'],
      narrow: [{ operator: 'is', operand: 'starred' }],
    });
  });
});

describe('writing an address', () => {
  it('gives back the view that it was made of', () => {
    const views: View[] = [
      { kind: 'inbox' },
      { kind: 'topics', channelId: 5 },
      { kind: 'channels', section: 'new' },
      { kind: 'user', userId: 7 },
      {
        kind: 'narrow',
        narrow: [
          { operator: 'channel', operand: 9 },
          { operator: 'topic', operand: 'a/b. c' },
        ],
        near: 4,
        with: null,
        unknown: [],
      },
      { kind: 'narrow', narrow: [{ operator: 'dm', operand: [7, 8] }], near: null, with: 9, unknown: [] },
      { kind: 'narrow', narrow: [{ operator: 'sender', operand: 8 }], near: null, with: null, unknown: [] },
    ];
    for (const view of views) expect(readAddress(viewAddress(view, names), 3)).toEqual(view);
  });

  it('names everyone in a group, so that it leads each of them to it', () => {
    const address = narrowAddress([{ operator: 'dm', operand: [2, 8] }], names);
    expect(address).toBe('#narrow/dm/2,3,8-group');
    const readBy = (id: number) => narrow(readAddress(address, id))[0]?.operand;
    expect(readBy(3)).toEqual([2, 8]);
    expect(readBy(8)).toEqual([2, 3]);
  });

  it('is the address that the server puts into messages', () => {
    const address = narrowAddress([{ operator: 'channel', operand: 9 }], names);
    expect(address).toBe('#narrow/channel/9-design-team');
    expect(narrowAddress([{ operator: 'dm', operand: [8] }], names)).toBe('#narrow/dm/8-Ann-Bee');
    expect(narrowAddress([{ operator: 'channel', operand: 77 }], names)).toBe('#narrow/channel/77');
  });
});
