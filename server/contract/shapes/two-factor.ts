/** Types of two-factor sign-in. Times are UNIX seconds. */
import { z } from 'zod';
import { sessionShape } from './sessions.ts';

/** GET /console/two_factor: one's own. */
export const ownTwoFactorShape = z.strictObject({
  is_available: z.boolean().describe('false for users without a password of this server.'),
  is_on: z.boolean(),
  turned_on_at: z.number().nullable(),
  recovery_codes_left: z.number(),
  is_required: z.boolean().describe('By the organization.'),
});

/** The start of a set-up: what the authenticator app takes over. Nothing is stored yet. */
export const offeredSecretShape = z.strictObject({
  secret: z.string().describe('Base32, shown once.'),
  otpauth_url: z.string().describe('Content of the QR code.'),
  setup_token: z.string().describe('Goes back with the first code, within 15 minutes.'),
});

const recoveryCodes = z.array(z.string()).describe('Each works once; shown this once.');

/** Recovery codes just made. */
export const recoveryCodesShape = z.strictObject({ recovery_codes: recoveryCodes });

/** A set-up that a sign-in required: the session, and the recovery codes. */
export const setUpSessionShape = sessionShape.extend({ recovery_codes: recoveryCodes });

/** GET /console/two_factor_users. */
export const twoFactorUserShape = z.strictObject({
  user_id: z.number(),
  full_name: z.string(),
  role: z.number(),
  turned_on_at: z.number().nullable().describe('null: the user signs in with the password alone.'),
  recovery_codes_left: z.number(),
  is_required: z.boolean(),
});
