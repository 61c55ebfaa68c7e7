/** Types of the organization and its settings, and of an invitation to it. */
import { z } from 'zod';

const names = z.record(z.string(), z.string());
const permissionRules = z.record(
  z.string(),
  z.strictObject({
    require_system_group: z.boolean(),
    allow_internet_group: z.boolean(),
    allow_nobody_group: z.boolean(),
    allow_everyone_group: z.boolean(),
    default_group_name: z.string().describe('A system group, or a word for whoever makes the thing.'),
    default_for_system_groups: z.string().nullable(),
    allowed_system_groups: z.array(z.string()),
  }),
);
/** Who holds a permission (contract: GroupSettingValue). */
export const holders = z.union([
  z.number(),
  z.strictObject({ direct_members: z.array(z.number()), direct_subgroups: z.array(z.number()) }),
]);
const values = z.record(z.string(), z.union([z.string(), z.boolean(), z.null(), holders, z.record(z.string(), z.boolean())]));

export const consoleOrganizationShape = z.strictObject({
  settings: values,
  user_settings_defaults: values,
  pictures: z.record(
    z.enum(['icon', 'logo', 'night_logo']),
    z.strictObject({ url: z.string(), is_uploaded: z.boolean() }),
  ),
  external_accounts: z
    .record(z.string(), z.strictObject({ name: z.string(), text: z.string(), hint: z.string(), url_pattern: z.string() }))
    .describe('Accounts elsewhere that a profile field may hold, by the subtype that its field_data name.'),
  owners_only: z.array(z.string()),
  permission_rules: z.strictObject({ realm: permissionRules, stream: permissionRules, group: permissionRules }),
  channel_permissions_add_to: names.describe(
    "Permissions of a channel that add to one of the organization's: its name by theirs.",
  ),
});

/** GET /console/join/{key}. */
export const offeredShape = z.strictObject({
  organization_name: z.string(),
  organization_description: z.string(),
  organization_icon_url: z.string(),
  invited_by: z.string().nullable(),
  invited_by_user_id: z.number(),
  email: z.string().nullable().describe('null: the person says which.'),
  role: z.number(),
  expires_at: z.number().nullable().describe('UNIX seconds; null = never.'),
  is_multiuse: z.boolean(),
});
export type OfferedInvitation = z.infer<typeof offeredShape>;
