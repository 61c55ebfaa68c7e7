/** Creates a channel, or changes what one is called and says of itself. */
import { useState } from 'react';
import { request } from '../../client/request.ts';
import type { Channel } from '../../client/state/channels.ts';
import { t } from '../../client/text.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { SelectField, TextAreaField, TextField } from '../kit/form-fields.tsx';
import { refusalOf, showNotice } from '../kit/notices.ts';
import { mayCreateChannel } from '../store/permissions.ts';
import { useChat, useClientState } from '../store/use-chat.ts';
import { goTo } from '../store/use-view.ts';
import { GoneChannel } from './gone-channel.tsx';

export function EditChannel({ channelId }: { channelId: number }) {
  const channel = useClientState((state) => state.channels.channels.get(channelId));
  if (channel !== undefined) return <ChannelDialog channel={channel} />;
  return <GoneChannel title={t('Name and description')} />;
}

/** @param channel null: a new one. */
export function ChannelDialog({ channel }: { channel: Channel | null }) {
  const chat = useChat();
  const limits = useClientState((state) => state.organization.limits);
  const folders = useClientState((state) => state.channels.folders);
  const mayBePublic = useClientState((state) => mayCreateChannel(state, false));
  const mayBePrivate = useClientState((state) => mayCreateChannel(state, true));
  // What was not written is what it is now: someone else may change it in the meantime.
  const [newName, setName] = useState<string | null>(null);
  const [newDescription, setDescription] = useState<string | null>(null);
  const name = newName ?? channel?.name ?? '';
  const description = newDescription ?? channel?.description ?? '';
  const [isPrivate, setIsPrivate] = useState(channel?.invite_only ?? !mayBePublic);
  const [newFolder, setFolderId] = useState<number | null | undefined>(undefined);
  const folderId = newFolder === undefined ? (channel?.folder_id ?? null) : newFolder;
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<boolean> => {
    if (name.trim() === '') {
      setProblem(t('Enter a name.'));
      return false;
    }
    // Nothing was changed.
    if (channel !== null && newName === null && newDescription === null && newFolder === undefined) return true;
    const asked =
      channel === null
        ? request('POST', '/channels/create', {
            name: name.trim(),
            description: description.trim(),
            invite_only: isPrivate,
            subscribers: [chat.session.user_id],
            ...(folderId !== null && { folder_id: folderId }),
          }).then(({ id }) => goTo(`#narrow/channel/${id}`))
        : request('PATCH', `/streams/${channel.stream_id}`, {
            ...(newDescription !== null && { description: newDescription.trim() }),
            ...(folderId !== (channel.folder_id ?? null) && { folder_id: folderId }),
            ...(name.trim() !== channel.name && { new_name: name.trim() }),
          });
    const refusal = await refusalOf(asked);
    setProblem(refusal);
    if (refusal === null) showNotice(channel === null ? t('Channel created.') : t('Channel saved.'));
    return refusal === null;
  };
  const inUse = [...folders.values()].filter(({ is_archived: isArchived }) => !isArchived);
  return (
    <FormDialog
      title={channel === null ? t('New channel') : t('Name and description')}
      submitLabel={channel === null ? t('Create channel') : t('Save')}
      onSubmit={save}
      onClose={closeDialog}
    >
      {channel?.is_archived === true && <p role="alert">{t('#{{name}} is archived.', { name: channel.name })}</p>}
      <TextField
        label={t('Name')}
        value={name}
        onChange={(written) => {
          setName(written);
          setProblem(null);
        }}
        maxLength={limits.max_stream_name_length}
        error={problem}
      />
      <TextAreaField
        label={t('Description')}
        rows={3}
        value={description}
        onChange={setDescription}
        maxLength={limits.max_stream_description_length}
      />
      {inUse.length > 0 && (
        <SelectField
          label={t('Folder')}
          none={t('None')}
          value={folderId}
          onChange={setFolderId}
          choices={inUse.map(({ id, name: folder }) => ({ id, name: folder }))}
        />
      )}
      {channel === null && mayBePublic && mayBePrivate && <PrivateField isOn={isPrivate} onChange={setIsPrivate} />}
    </FormDialog>
  );
}

function PrivateField({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="check-row field">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <span>
        {t('Private')}
        <span className="field-note">{t('Only members can see or find it.')}</span>
      </span>
    </label>
  );
}
