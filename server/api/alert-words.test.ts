/** Alert words. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

describe('/users/me/alert_words', () => {
  it('adds, lists and removes, each word once whatever its capitals: as it was spelled last', async () => {
    const { member } = world;
    expect(
      (await member.ok.post('/users/me/alert_words', { alert_words: [' Lunch ', 'coffee', 'COFFEE', ' '] }))[
        'alert_words'
      ],
    ).toEqual(['Lunch', 'COFFEE']);
    expect((await member.ok.get('/users/me/alert_words'))['alert_words']).toEqual(['Lunch', 'COFFEE']);
    await member.ok.post('/users/me/alert_words', { alert_words: ['coffee'] });
    expect(
      (await member.ok.delete('/users/me/alert_words', { alert_words: ['LUNCH', 'unknown'] }))['alert_words'],
    ).toEqual(['coffee']);
    expect((await world.admin.ok.get('/users/me/alert_words'))['alert_words']).toEqual([]);
    const { state } = await member.register({ event_types: ['alert_words'] });
    expect(state['alert_words']).toEqual(['coffee']);
  });

  it("alert_words events go to the user's clients", async () => {
    const queue = await world.member2.register({ event_types: ['alert_words'] });
    const other = await world.admin.register({ event_types: ['alert_words'] });
    await world.member2.ok.post('/users/me/alert_words', { alert_words: ['tea'] });
    expect(await queue.events()).toMatchObject([{ type: 'alert_words', alert_words: ['tea'] }]);
    expect(await other.events()).toEqual([]);
  });

  it('refuses words over 100 characters, and what is no list of words', async () => {
    await world.member.fails(
      'POST',
      '/users/me/alert_words',
      { alert_words: ['x'.repeat(101)] },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails(
      'POST',
      '/users/me/alert_words',
      { alert_words: 'tea' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails(
      'POST',
      '/users/me/alert_words',
      {},
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'alert_words' },
    );
  });
});
