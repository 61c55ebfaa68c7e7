/** Says that a direct message goes to a guest, where the organization wants it said (setting enable_guest_user_dm_warning). */
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useKnown } from '../model/use-chat.ts';

const nobody: readonly number[] = [];

export function GuestNotice({ conversation }: { conversation: Conversation }) {
  const isWanted = useKnown((known) => known.organization.realm.enable_guest_user_dm_warning);
  const users = useKnown((known) => known.users.users);
  const ids = conversation.kind === 'direct' ? conversation.userIds : nobody;
  const guests = ids.flatMap((id) => (users.get(id)?.is_guest === true ? [users.get(id)?.full_name ?? ''] : []));
  if (!isWanted || guests.length === 0) return null;
  return (
    <output className="composer-notice">
      <LineIcon name="users" size={18} />
      <span>
        {t('{{names}} is a guest in this organization.', {
          names: guests.join(', '),
          count: guests.length,
          defaultValue_other: '{{names}} are guests in this organization.',
        })}
      </span>
    </output>
  );
}
