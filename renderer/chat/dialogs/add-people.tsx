/** Adds people to a channel. */
import { useMemo, useState } from 'react';
import { t } from '../../client/text.ts';
import { joinChannel } from '../actions/conversation-actions.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { showNotice } from '../kit/notices.ts';
import { useMembers } from '../parts/members.ts';
import { PeopleField, usePeopleChoice } from '../parts/people-field.tsx';
import { useClientState } from '../store/use-chat.ts';
import { GoneChannel } from './gone-channel.tsx';

export function AddPeople({ channelId }: { channelId: number }) {
  const channel = useClientState((state) => state.channels.channels.get(channelId));
  const name = channel?.name ?? '';
  const isPrivate = useClientState((state) => state.channels.channels.get(channelId)?.invite_only === true);
  const members = useMembers(channelId);
  const without = useMemo(() => new Set(members), [members]);
  const [people, setPeople] = useState<readonly number[]>([]);
  const choice = usePeopleChoice(people, setPeople, without);
  const isArchived = channel?.is_archived === true;
  const add = async (): Promise<boolean> => {
    const everyone = choice.settle();
    if (everyone === null) return false;
    if (everyone.length === 0) {
      showNotice(t('Choose at least one person.'), { isError: true });
      return false;
    }
    const isDone = await joinChannel(channelId, everyone);
    if (isDone)
      showNotice(
        t('Added {{count}} people to #{{channel}}.', {
          count: everyone.length,
          channel: name,
          defaultValue_one: 'Added 1 person to #{{channel}}.',
        }),
      );
    return isDone;
  };
  if (channel === undefined) return <GoneChannel title={t('Add people')} />;
  return (
    <FormDialog
      title={t('Add people to #{{name}}', { name })}
      submitLabel={t('Add')}
      onSubmit={add}
      onClose={closeDialog}
    >
      {isArchived && <p role="alert">{t('#{{name}} is archived.', { name })}</p>}
      <p className="dialog-lead">
        {isPrivate
          ? t('They can read new messages, and history if the channel shares it.')
          : t('The channel appears in their sidebar.')}
      </p>
      <PeopleField choice={choice} />
    </FormDialog>
  );
}
