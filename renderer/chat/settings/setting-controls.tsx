/** Controls of one's own settings: each is saved when it is changed, and shows what the server knows once it has answered. */
import { useId, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import {
  userSettingGroups,
  type UserSetting,
  type UserSettingGroup,
  type UserSettingName,
} from '../../client/user-settings.ts';
import { confirmed, reportRefusal, showNotice } from '../kit/notices.ts';
import type { StoredSwitch } from '../kit/stored-switch.ts';
import { useChosen } from '../kit/use-chosen.ts';
import { useClientState } from '../store/use-chat.ts';

/** A setting as it was chosen just now, else as the server knows it, and what changes it (contract: update-settings). */
function useSetting(name: UserSettingName, label: string): [value: unknown, change: (value: unknown) => void] {
  const known = useClientState<unknown>((state) => state.settings[name]);
  return useChosen(known, (value) =>
    confirmed(reportRefusal(request('PATCH', '/settings', { [name]: value })), savedText(label)),
  );
}

const savedText = (label: string): string => t('Saved: {{label}}', { label });

interface SwitchProps {
  name: UserSettingName;
  label: string;
  note?: string;
}

function SettingSwitch({ name, label, note }: SwitchProps) {
  const [value, change] = useSetting(name, label);
  return <Switch label={label} note={note} isOn={value === true} onTurn={change} />;
}

/** A setting of this browser alone. */
export function StoredSettingSwitch({ stored, label, note }: Omit<SwitchProps, 'name'> & { stored: StoredSwitch }) {
  const isOn = useStore(stored.store, (state) => state.isOn);
  return (
    <Switch
      label={label}
      note={note}
      isOn={isOn}
      onTurn={(toOn) => {
        stored.turn(toOn);
        showNotice(savedText(label));
      }}
    />
  );
}

interface DrawnSwitchProps {
  label: string;
  note: string | undefined;
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
}

function Switch({ label, note, isOn, onTurn }: DrawnSwitchProps) {
  const id = useId();
  return (
    <div className="setting">
      <label className="check-row" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={isOn}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          onChange={({ currentTarget }) => onTurn(currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {note !== undefined && (
        <span className="field-note setting-note" id={`${id}-note`}>
          {note}
        </span>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string | number> {
  name: UserSettingName;
  label: string;
  note?: string;
  choices: readonly { value: Value; label: string }[];
  /** Beside the choice. */
  children?: ReactNode;
}

export function SettingChoice<Value extends string | number>({
  name,
  label,
  note,
  choices,
  children,
}: ChoiceProps<Value>) {
  const [value, change] = useSetting(name, label);
  const id = useId();
  return (
    <div className="setting field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="setting-choice">
        <select
          id={id}
          className="input"
          value={String(value)}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          onChange={({ currentTarget }) => {
            const chosen = choices.find((choice) => String(choice.value) === currentTarget.value);
            if (chosen !== undefined) change(chosen.value);
          }}
        >
          {/* Another program may have chosen what is not offered here. */}
          {!choices.some((choice) => String(choice.value) === String(value)) && (
            <option value={String(value)}>{String(value)}</option>
          )}
          {choices.map((choice) => (
            <option key={choice.value} value={String(choice.value)}>
              {choice.label}
            </option>
          ))}
        </select>
        {children}
      </div>
      {note !== undefined && (
        <span className="field-note" id={`${id}-note`}>
          {note}
        </span>
      )}
    </div>
  );
}

/** A part of a page of settings, under its own heading. */
export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="setting-group" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface UserSettingsProps {
  of: keyof ReturnType<typeof userSettingGroups>;
  before?: ReactNode;
  children?: ReactNode;
}

/** A group of one's own settings. */
export function UserSettings({ of, before, children }: UserSettingsProps) {
  const { title, settings }: UserSettingGroup = userSettingGroups()[of];
  return (
    <SettingGroup title={title}>
      {before}
      {settings
        .filter(({ only }) => only !== 'defaults')
        .map(({ name, kind, choices = [], ...words }) =>
          kind === 'switch' ? (
            <SettingSwitch key={name} name={name} label={words.label} {...noteOf(words)} />
          ) : (
            <SettingChoice key={name} name={name} label={words.label} {...noteOf(words)} choices={choices} />
          ),
        )}
      {children}
    </SettingGroup>
  );
}

const noteOf = ({ note }: Pick<UserSetting, 'note'>): { note?: string } => (note === undefined ? {} : { note });
