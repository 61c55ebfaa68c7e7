/** Muting users. */
import * as muting from '../domain/muting/mute.ts';
import { int } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'One’s own account';

const params = { muted_user_id: int().describe('Id of a user.').envelope() };

export const muteUser = endpoint({
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  access: 'authenticated',
  summary: 'Mute a user.',
  params,
  run: ({ write, params: { muted_user_id: id } }) =>
    write((acting) => {
      muting.muteUser(acting, id);
      return {};
    }),
});

export const unmuteUser = endpoint({
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  access: 'authenticated',
  summary: 'Unmute a user.',
  params,
  run: ({ write, params: { muted_user_id: id } }) =>
    write((acting) => {
      muting.unmuteUser(acting, id);
      return {};
    }),
});
