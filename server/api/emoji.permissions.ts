/** Who may call what is in emoji.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /realm/emoji/{emoji_name}', refused: { ...withoutAccount, guest: 'no' } },
  {
    operation: 'DELETE /realm/emoji/{emoji_name}',
    refused: {
      ...withoutAccount,
      moderator: 'not its author',
      member: 'not its author',
      guest: 'not its author',
      bot: 'not its author',
    },
  },
  {
    operation: 'DELETE /realm/emoji/{emoji_name}',
    circumstance: 'added by somebody else',
    params: () => ({ emoji_name: 'spark' }),
    refused: {
      ...withoutAccount,
      moderator: 'not its author',
      member: 'not its author',
      guest: 'not its author',
      bot: 'not its author',
    },
  },
  { operation: 'GET !/realm/emoji/{file_name}', refused: {} },
];
