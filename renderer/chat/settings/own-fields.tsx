/** Own profile fields: an input for each of the eight types. */
import { useState } from 'react';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { SelectField, TextAreaField, TextField } from '../kit/form-fields.tsx';
import { showNotice, reportRefusal } from '../kit/notices.ts';
import { PeopleField, usePeopleChoice } from '../parts/people-field.tsx';
import { choicesOf, kinds, parsed, ProfileValue, type ProfileField } from '../parts/profile-fields.tsx';
import { useClientState } from '../store/use-chat.ts';
import { SettingGroup } from './setting-controls.tsx';

/** What the browser helps with. */
const inputTypes: Readonly<Record<number, string>> = { [kinds.date]: 'date', [kinds.link]: 'url' };
/** Characters that the server takes. */
const longest: Readonly<Record<number, number>> = {
  [kinds.text]: 50,
  [kinds.longText]: 500,
  [kinds.link]: 2000,
  [kinds.account]: 50,
  [kinds.pronouns]: 50,
};

export function OwnFields() {
  const fields = useClientState((state) => state.organization.profileFields);
  const stored = useClientState((state) => state.users.users.get(state.me)?.profile_data);
  const mayWriteAll = useClientState((state) => state.users.users.get(state.me)?.is_admin === true);
  /** By the field's id, as the server keeps it; '' = nothing. */
  const [written, setWritten] = useState<Readonly<Record<number, string>>>({});
  if (fields.length === 0) return null;
  const known = (id: number): string => stored?.[id]?.value ?? '';
  const changed = fields.filter(({ id }) => written[id] !== undefined && written[id].trim() !== known(id));
  const save = async (): Promise<void> => {
    const data = changed.map(({ id, type }) => {
      const value = written[id]?.trim() ?? '';
      return { id, value: type === kinds.person && value !== '' ? parsed(value) : value };
    });
    if (!(await reportRefusal(request('PATCH', '/users/me/profile_data', { data })))) return;
    setWritten({});
    showNotice(t('Profile updated.'));
  };
  return (
    <SettingGroup title={t('Profile fields')}>
      <form
        className="setting-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {fields.map((field) =>
          field.editable_by_user || mayWriteAll ? (
            <OwnField
              key={field.id}
              field={field}
              value={written[field.id] ?? known(field.id)}
              onChange={(value) => setWritten({ ...written, [field.id]: value })}
            />
          ) : (
            known(field.id) !== '' && (
              <div key={field.id} className="field">
                <span className="field-label">{field.name}</span>
                <ProfileValue field={field} value={known(field.id)} />
                <span className="field-note">{t('Only administrators can change this.')}</span>
              </div>
            )
          ),
        )}
        <button type="submit" className="button" disabled={changed.length === 0}>
          {t('Save profile')}
        </button>
      </form>
    </SettingGroup>
  );
}

interface OwnFieldProps {
  field: ProfileField;
  value: string;
  onChange: (value: string) => void;
}

function OwnField({ field, value, onChange }: OwnFieldProps) {
  const { type, name, hint, required } = field;
  const asked = required && value === '' ? t('Your organization asks everyone to fill this in.') : '';
  const note = [hint, asked].filter(Boolean).join(' ') || undefined;
  if (type === kinds.person) return <PersonField label={name} note={note} value={value} onChange={onChange} />;
  if (type === kinds.choice)
    return (
      <SelectField
        label={name}
        note={note}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
        choices={choicesOf(field).map(({ key, text }) => ({ id: key, name: text }))}
        none={t('Not set')}
      />
    );
  const common = { label: name, note, value, onChange, maxLength: longest[type] };
  return type === kinds.longText ? (
    <TextAreaField {...common} rows={3} />
  ) : (
    <TextField {...common} type={inputTypes[type] ?? 'text'} autoComplete="off" />
  );
}

interface PersonFieldProps extends Pick<OwnFieldProps, 'value' | 'onChange'> {
  label: string;
  note: string | undefined;
}

function PersonField({ label, note, value, onChange }: PersonFieldProps) {
  const ids = parsed(value);
  const choice = usePeopleChoice(Array.isArray(ids) ? ids.map(Number) : [], (next) =>
    onChange(next.length === 0 ? '' : JSON.stringify(next)),
  );
  return <PeopleField choice={choice} label={label} note={note} isQuiet />;
}
