/** Two-factor sign-in of the organization, for owners: whom it is required of, who has it, and resetting it for one user. */
import { z } from 'zod';
import { twoFactorUserShape } from '../../contract/shapes/two-factor.ts';
import type { Viewing } from '../../domain/acting.ts';
import { resetTwoFactor, twoFactorUsers } from '../../domain/two-factor/accounts.ts';
import type { CodeFailure } from '../../domain/two-factor/memory.ts';
import {
  changeTwoFactorPolicy,
  twoFactorPolicy,
  twoFactorPolicySchema,
} from '../../domain/two-factor/policies.shared.ts';
import { findUser } from '../../domain/users/rows.ts';
import { accessUser, canSeeRealEmail } from '../../domain/users/visibility.shared.ts';
import { int, oneOf } from '../../http/params.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: people';

export const listTwoFactorUsers = endpoint({
  method: 'GET',
  path: '/console/two_factor_users',
  access: 'owner',
  summary:
    'Whom two-factor sign-in is required of, which users with a password have it, and wrong codes since the start.',
  personal: false,
  answer: {
    require_two_factor: twoFactorPolicySchema,
    users: z.array(twoFactorUserShape),
    failures: z
      .array(z.strictObject({ at: z.number(), username: z.string(), reason: z.string() }))
      .describe('Right passwords with a wrong code.'),
  },
  params: {},
  run: ({ read, services }) =>
    read((viewing) => ({
      require_two_factor: twoFactorPolicy(viewing.db),
      users: twoFactorUsers(viewing.db),
      failures: shownFailures(viewing, services.twoFactor.failures),
    })),
});

/** With the address where the caller may see it, otherwise with the name. */
const shownFailures = (viewing: Viewing, failures: readonly CodeFailure[]) =>
  failures.flatMap(({ userId, ...failure }) => {
    const user = findUser(viewing.db, userId);
    if (user === undefined) return [];
    return [{ ...failure, username: canSeeRealEmail(viewing, user) ? user.delivery_email : user.full_name }];
  });

export const requireTwoFactor = endpoint({
  method: 'PATCH',
  path: '/console/two_factor_users',
  access: 'owner',
  summary: 'Require two-factor sign-in of users with a password. Sessions and API keys go on working.',
  personal: false,
  answer: {},
  params: { require_two_factor: oneOf(twoFactorPolicySchema.options) },
  run: ({ write, params }) =>
    write((acting) => {
      changeTwoFactorPolicy(acting, params.require_two_factor);
      return {};
    }),
});

export const resetUserTwoFactor = endpoint({
  method: 'DELETE',
  path: '/console/users/{user_id}/two_factor',
  access: 'owner',
  summary: 'Reset the two-factor sign-in of a user who has lost phone and recovery codes. The user is notified.',
  personal: false,
  answer: {},
  params: { user_id: int().describe('Id of a user.') },
  run: ({ write, params }) =>
    write((acting) => {
      resetTwoFactor(acting, accessUser(acting, params.user_id));
      return {};
    }),
});
