/** Whose messages notify while one wants no notifications: people and channels. Each change is saved. */
import { useState } from 'react';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { reportRefusal, showNotice } from '../kit/notices.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { useChosen } from '../kit/use-chosen.ts';
import { ChannelField } from '../parts/channel-field.tsx';
import { PeopleField, usePeopleChoice } from '../parts/people-field.tsx';
import { useClientState } from '../store/use-chat.ts';

type Part = 'allowed_user_ids' | 'allowed_channel_ids';

function useAllowed(part: Part): [ids: readonly number[], change: (ids: readonly number[]) => void] {
  const known = useClientState<readonly number[]>((state) => state.own.doNotDisturb[part]);
  return useChosen(known, async (ids) => {
    const isDone = await reportRefusal(request('PATCH', '/users/me/do_not_disturb', { [part]: ids }));
    if (isDone) showNotice(t('Exceptions saved.'));
    return isDone;
  });
}

export function QuietExceptions() {
  const me = useClientState((state) => state.me);
  const [users, changeUsers] = useAllowed('allowed_user_ids');
  const choice = usePeopleChoice(users, changeUsers, new Set([me]));
  return (
    <div className="setting-form">
      <h3>{t('Exceptions')}</h3>
      <PeopleField
        choice={choice}
        label={t('People who can always notify you')}
        note={t('Their messages notify you as your other settings say, also at quiet hours.')}
        isQuiet
      />
      <Channels />
    </div>
  );
}

function Channels() {
  const [ids, change] = useAllowed('allowed_channel_ids');
  const channels = useClientState((state) => state.channels.channels);
  const subscriptions = useClientState((state) => state.channels.subscriptions);
  const [written, setWritten] = useState<number | null>(null);
  // A new field is empty.
  const [fields, setFields] = useState(0);
  const choices = [...subscriptions.keys()].flatMap((id) => {
    const channel = channels.get(id);
    return channel === undefined || ids.includes(id) ? [] : [channel];
  });
  return (
    <form
      aria-label={t('Channels that can always notify you')}
      onSubmit={(event) => {
        event.preventDefault();
        if (written === null) return;
        change([...ids, written]);
        setWritten(null);
        setFields(fields + 1);
      }}
    >
      <ChannelField
        key={fields}
        channelId={written}
        choices={choices}
        onChange={setWritten}
        note={t('Channels that can always notify you')}
      />
      {ids.length > 0 && (
        <ul className="destination-chosen" aria-label={t('Channels that can always notify you')}>
          {ids.map((id) => (
            <li key={id}>
              <bdi>{`#${channels.get(id)?.name ?? id}`}</bdi>
              <ToolButton
                icon="close"
                size={14}
                label={t('Remove {{name}}', { name: channels.get(id)?.name ?? id })}
                onClick={() => change(ids.filter((each) => each !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="setting-buttons">
        <button type="submit" className="button" disabled={written === null}>
          {t('Add channel')}
        </button>
      </div>
    </form>
  );
}
