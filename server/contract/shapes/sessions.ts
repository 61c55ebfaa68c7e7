/** Type of a console session. */
import { z } from 'zod';

export const sessionShape = z.strictObject({
  csrf_token: z.string().nullable().describe('null for programs, which have no session.'),
  data_id: z.string().describe('Tells these data from others under the same accounts: a demo that was put back is another one.'),
  user_id: z.number(),
  email: z.string(),
  full_name: z.string(),
  role: z.number(),
  is_admin: z.boolean(),
  twenty_four_hour_time: z.boolean().nullable().describe('null: as is usual in the language.'),
  default_language: z.string().describe('The language of the user.'),
});
