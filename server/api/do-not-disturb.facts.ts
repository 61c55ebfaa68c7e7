/** Facts of operations in do-not-disturb.ts that deviate from the defaults (spec/facts.ts). */
import type { Examples, Facts } from '../spec/facts.ts';

export const examples: Examples = {
  until: () => 4_000_000_000,
  quiet_hours: () => [{ days: [1, 2, 3, 4, 5], start: '18:00', end: '08:00' }],
  allowed_user_ids: () => [],
  allowed_channel_ids: () => [],
  status_ends_at: () => 4_000_000_000,
  follows_status: () => false,
};

export const facts: Facts = {
  'PATCH /users/me/do_not_disturb': {
    call: { params: () => ({ quiet_hours: [{ days: [7], start: '00:00', end: '00:00' }] }) },
    life: (life) => {
      const person = life.pick(life.people);
      const until = Math.floor(life.world.clock.nowMs / 1000) + 600 + life.random(9000);
      return [
        async () => person.patch('/users/me/do_not_disturb', { until }),
        async () => person.patch('/users/me/do_not_disturb', { until: 0 }),
        async () => person.post('/users/me/status', { status_text: 'busy' }),
        async () => person.patch('/users/me/do_not_disturb', { status_ends_at: until, follows_status: life.coin() }),
        async () =>
          person.patch('/users/me/do_not_disturb', {
            quiet_hours: life.coin()
              ? []
              : [{ days: [1 + life.random(7)], start: '00:00', end: `${10 + life.random(13)}:00` }],
            allowed_user_ids: [life.pick(life.people).userId],
          }),
      ];
    },
  },
};
