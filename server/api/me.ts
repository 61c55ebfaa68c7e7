/** The caller's own account: looking at it, its profile, its key, and leaving (contract: deactivate-own-user). */
import { z } from 'zod';
import { regenerateApiKey } from '../domain/accounts/authentication.ts';
import { deactivateUser } from '../domain/accounts/lifecycle.ts';
import { maxMessageId } from '../domain/messages/rows.ts';
import * as profileFields from '../domain/profile-fields/edit.ts';
import { userWire } from '../domain/users/wire.ts';
import { badRequest, checking } from '../errors.ts';
import { json, listOf } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'One’s own account';

export const getOwnUser = endpoint({
  method: 'GET',
  path: '/users/me',
  access: 'authenticated',
  summary: 'Your own account.',
  personal: false,
  params: {},
  run: ({ read }) =>
    read((viewing) => {
      const wire = userWire(viewing, viewing.user, { clientGravatar: false, includeCustomProfileFields: true });
      const { bot_type: _botType, bot_owner_id: _botOwner, ...own } = wire;
      return { ...own, max_message_id: maxMessageId(viewing.db) };
    }),
});

export const deactivateOwnUser = endpoint({
  method: 'DELETE',
  path: '/users/me',
  access: 'authenticated',
  summary: 'Deactivate your own account.',
  personal: false,
  params: {},
  run: ({ write }) =>
    write((acting) => {
      deactivateUser(acting, acting.user);
      return {};
    }),
});

export const setProfileData = endpoint({
  method: 'PATCH',
  path: '/users/me/profile_data',
  access: 'authenticated',
  summary: 'Set values of your profile fields.',
  personal: false,
  answer: {},
  params: { data: json(z.array(z.object({ id: z.int(), value: z.unknown() })).max(200)) },
  run: ({ write, params: { data } }) =>
    write((acting) => {
      if (acting.user.is_bot === 1) throw badRequest('Bots have no profile fields.');
      checking('data', () =>
        profileFields.setProfileData(acting, acting.user, data as { id: number; value: unknown }[]),
      );
      return {};
    }),
});

export const removeProfileData = endpoint({
  method: 'DELETE',
  path: '/users/me/profile_data',
  access: 'authenticated',
  summary: 'Take away values of your profile fields.',
  personal: false,
  answer: {},
  params: { data: listOf(z.int(), { max: 200 }).describe('Ids of fields.') },
  run: ({ write, params: { data } }) =>
    write((acting) => {
      checking('data', () => profileFields.removeOwnProfileData(acting, data));
      return {};
    }),
});

export const regenerateOwnKey = endpoint({
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  access: 'authenticated',
  summary: 'Get a new API key; the old one stops working at once.',
  personal: false,
  answer: { api_key: z.string() },
  params: {},
  run: ({ write }) => write((acting) => ({ api_key: regenerateApiKey(acting, acting.user) })),
});
