/** Creates a channel, or changes what one is called and says of itself. */
import { useState } from 'react';
import { request } from '../../client/request.ts';
import type { Channel } from '../../client/state/channels.ts';
import { t } from '../../client/text.ts';
import { closeDialog } from '../floating/dialog-store.ts';
import { FormDialog } from '../floating/form-dialog.tsx';
import { told } from '../floating/notices.ts';
import { mayCreateChannel } from '../model/permissions.ts';
import { useChat, useKnown } from '../model/use-chat.ts';
import { goTo } from '../model/use-view.ts';

export function EditChannel({ channelId }: { channelId: number }) {
  const channel = useKnown((known) => known.channels.channels.get(channelId));
  return channel === undefined ? null : <ChannelDialog channel={channel} />;
}

/** @param channel null: a new one. */
export function ChannelDialog({ channel }: { channel: Channel | null }) {
  const chat = useChat();
  const limits = useKnown((known) => known.organization.limits);
  const folders = useKnown((known) => known.channels.folders);
  const mayBePublic = useKnown((known) => mayCreateChannel(known, false));
  const mayBePrivate = useKnown((known) => mayCreateChannel(known, true));
  const [name, setName] = useState(channel?.name ?? '');
  const [description, setDescription] = useState(channel?.description ?? '');
  const [isPrivate, setIsPrivate] = useState(channel?.invite_only ?? !mayBePublic);
  const [folderId, setFolderId] = useState<number | null>(channel?.folder_id ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<boolean> => {
    if (name.trim() === '') {
      setProblem(t('A channel needs a name.'));
      return false;
    }
    const about = { description: description.trim(), ...(folderId !== channel?.folder_id && { folder_id: folderId }) };
    if (channel !== null)
      return told(
        request('PATCH', `/streams/${channel.stream_id}`, {
          ...about,
          ...(name.trim() !== channel.name && { new_name: name.trim() }),
        }),
      );
    return told(
      request<{ id: number }>('POST', '/channels/create', {
        name: name.trim(),
        description: about.description,
        invite_only: isPrivate,
        subscribers: [chat.session.user_id],
        ...(folderId !== null && { folder_id: folderId }),
      }).then(({ id }) => goTo(`#narrow/channel/${id}`)),
    );
  };
  const inUse = [...folders.values()].filter(({ is_archived: isArchived }) => !isArchived);
  return (
    <FormDialog
      title={channel === null ? t('New channel') : t('Name and description')}
      submitLabel={channel === null ? t('Create channel') : t('Save')}
      onSubmit={save}
      onClose={closeDialog}
    >
      <label className="field">
        <span className="field-label">{t('Name')}</span>
        <input
          className="input"
          dir="auto"
          value={name}
          maxLength={limits.max_stream_name_length}
          aria-invalid={problem !== null}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setProblem(null);
          }}
        />
        {problem !== null && (
          <span className="field-error" role="alert">
            {problem}
          </span>
        )}
      </label>
      <label className="field">
        <span className="field-label">{t('Description')}</span>
        <textarea
          className="input"
          dir="auto"
          rows={3}
          value={description}
          maxLength={limits.max_stream_description_length}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
      </label>
      {inUse.length > 0 && (
        <label className="field">
          <span className="field-label">{t('Folder')}</span>
          <select
            className="input"
            value={folderId ?? ''}
            onChange={({ currentTarget: { value } }) => setFolderId(value === '' ? null : Number(value))}
          >
            <option value="">{t('None')}</option>
            {inUse.map(({ id, name: folder }) => (
              <option key={id} value={id}>
                {folder}
              </option>
            ))}
          </select>
        </label>
      )}
      {channel === null && mayBePublic && mayBePrivate && (
        <label className="check-row field">
          <input
            type="checkbox"
            checked={isPrivate}
            onChange={({ currentTarget }) => setIsPrivate(currentTarget.checked)}
          />
          <span>
            {t('Private')}
            <span className="field-note">{t('Only people who are added can read it or know of it.')}</span>
          </span>
        </label>
      )}
    </FormDialog>
  );
}
