/** Types of the audit log. */
import { z } from 'zod';

const auditChangeShape = z.strictObject({
  field: z.string(),
  from: z.unknown().describe('Left out, with `to`, of what is secret or private: that it changed is all there is to tell.'),
  to: z.unknown(),
});

export const auditEntryShape = z.strictObject({
  id: z.number(),
  at: z.number().describe('UNIX seconds.'),
  via: z.enum(['request', 'command_line', 'desktop_app', 'restore', 'server']),
  user_id: z.number().nullable().describe('Who did it; null where nobody was signed in.'),
  user_name: z.string().nullable().describe('As they were called then.'),
  client: z.string().nullable(),
  address: z.string().nullable().describe('The remote one.'),
  operation: z.string().nullable().describe('Of the API, such as "PATCH /realm".'),
  kind: z.string().describe('What kind of thing changed.'),
  action: z.string(),
  subject_id: z.number().nullable(),
  subject: z.string().describe('What it was called then; empty where the kind says all.'),
  changes: z.array(auditChangeShape.partial({ from: true, to: true })),
});
export type AuditEntryWire = z.infer<typeof auditEntryShape>;
