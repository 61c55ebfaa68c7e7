/** End of the user's status, and whether notifications are off until then. */
import { useId } from 'react';
import { request } from '../../client/request.ts';
import { serverNow } from '../../client/server-clock.ts';
import { t } from '../../client/text.ts';
import { useToday } from '../kit/use-today.ts';
import { quietChoices, whenLater } from '../store/times.ts';
import { useClientState, useTwentyFourHours } from '../store/use-chat.ts';

export interface StatusEnding {
  /** Which of `quietChoices`; null: it stays until it is changed. */
  choice: number | null;
  /** Notifications are off until the status ends. */
  isQuiet: boolean;
}

export const noEnding: StatusEnding = { choice: null, isQuiet: false };
/** With what notifications would disturb: for an hour. */
export const quietEnding: StatusEnding = { choice: 1, isQuiet: true };

const choicesNow = () => quietChoices(new Date(serverNow() * 1000));

/** Binds the status that was just set to its end. @throws ApiError */
export async function bindStatus({ choice, isQuiet }: StatusEnding): Promise<void> {
  const moment = choice === null ? undefined : choicesNow()[choice]?.moment;
  if (moment === undefined && !isQuiet) return;
  await request('PATCH', '/users/me/do_not_disturb', {
    status_ends_at: moment === undefined ? 0 : Math.floor(moment.getTime() / 1000),
    follows_status: isQuiet,
  });
}

interface StatusEndProps {
  ending: StatusEnding;
  onChange: (ending: StatusEnding) => void;
}

export function StatusEnd({ ending, onChange }: StatusEndProps) {
  const id = useId();
  const choices = choicesNow();
  return (
    <>
      <div className="setting field">
        <label className="field-label" htmlFor={id}>
          {t('Clear status')}
        </label>
        <select
          id={id}
          className="input"
          value={ending.choice ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...ending, choice: value === '' ? null : Number(value) })
          }
        >
          <option value="">{t('Not automatically')}</option>
          {choices.map(({ label }, index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <label className="check-row">
        <input
          type="checkbox"
          checked={ending.isQuiet}
          onChange={({ currentTarget }) => onChange({ ...ending, isQuiet: currentTarget.checked })}
        />
        <span>{t('Do not disturb until it ends')}</span>
      </label>
    </>
  );
}

/** When the status that others see ends. */
export function KnownEnd() {
  const endsAt = useClientState((state) => state.own.doNotDisturb.status_ends_at);
  const follows = useClientState((state) => state.own.doNotDisturb.follows_status);
  const is24 = useTwentyFourHours();
  const today = useToday();
  if (endsAt === null && !follows) return null;
  const time = endsAt === null ? '' : whenLater(new Date(endsAt * 1000), new Date(today), is24);
  return (
    <p className="field-note">
      {endsAt === null
        ? t('Do not disturb until you clear your status.')
        : follows
          ? t('Your status ends: {{time}}. Do not disturb until then.', { time })
          : t('Your status ends: {{time}}.', { time })}
    </p>
  );
}
