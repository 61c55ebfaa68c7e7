/** Group-setting value: the one form in which every permission is written, as the API takes it and as it is stored. */
import { z } from 'zod';

/** A group-setting value: the id of a group, or users and groups (contract: GroupSettingValue). */
export const groupSettingSchema = z.union([
  z.int(),
  z.object({ direct_members: z.array(z.int()).max(10_000), direct_subgroups: z.array(z.int()).max(10_000) }).strict(),
]);

export type GroupSettingValue = z.infer<typeof groupSettingSchema>;
