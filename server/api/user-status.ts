/** Status texts and emoji. */
import type { Acting } from '../domain/acting.ts';
import { statusChanged } from '../domain/do-not-disturb/edit.ts';
import { applyUserSettings } from '../domain/users/edit-settings.ts';
import { findUser, type UserRow } from '../domain/users/rows.ts';
import { statusWire } from '../domain/users/status-wire.ts';
import { setStatus as storeStatus, type StatusChange } from '../domain/users/status.ts';
import { accessUser } from '../domain/users/visibility.shared.ts';
import { badRequest } from '../errors.ts';
import { bool, int, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Presence, status and typing';

const userId = int().describe('Id of a user.');
const statusParams = {
  status_text: text({ max: 1000 }).optional().describe("At most 60 characters; '' clears it."),
  emoji_name: text({ max: 100 }).optional().describe("'' clears the emoji."),
  emoji_code: text({ max: 100 }).optional(),
  reaction_type: text({ max: 30 }).optional(),
};

/** @param away deprecated: stands for the setting presence_enabled. */
function changeStatus(acting: Acting, user: UserRow, change: StatusChange, away?: boolean): void {
  const isSent = Object.values(change).some((value) => value !== undefined);
  if (!isSent && away === undefined) throw badRequest('Client did not pass any new values.');
  if (away !== undefined) applyUserSettings(acting, user, { presence_enabled: !away });
  if (!isSent) return;
  storeStatus(acting, findUser(acting.db, user.id) ?? user, change);
  statusChanged(acting, user);
}

export const setOwnStatus = endpoint({
  method: 'POST',
  path: '/users/me/status',
  access: 'authenticated',
  summary: 'Set your status.',
  personal: false,
  params: { ...statusParams, away: bool().optional().describe('Deprecated: the opposite of presence_enabled.') },
  run: ({ write, params: { away, ...change } }) =>
    write((acting) => {
      changeStatus(acting, acting.user, change, away);
      return {};
    }),
});

export const getStatus = endpoint({
  method: 'GET',
  path: '/users/{user_id}/status',
  access: 'authenticated',
  summary: "A user's status.",
  personal: false,
  params: { user_id: userId },
  run: ({ read, params }) =>
    read((viewing) => ({ status: statusWire(viewing.db, accessUser(viewing, params.user_id)) })),
});

export const setStatus = endpoint({
  method: 'POST',
  path: '/users/{user_id}/status',
  access: 'administrator',
  summary: "Set a user's status.",
  personal: false,
  params: { user_id: userId, ...statusParams },
  run: ({ write, params: { user_id: id, ...change } }) =>
    write((acting) => {
      const user = accessUser(acting, id);
      if (user.is_system_bot === 1) throw badRequest('Insufficient permission');
      changeStatus(acting, user, change);
      return {};
    }),
});
