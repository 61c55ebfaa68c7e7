/** Quiet hours and exceptions: now, at quiet hours of weekdays, and whose messages notify all the same. */
import { useState } from 'react';
import { dateFormat } from '../../client/formats.ts';
import { request } from '../../client/request.ts';
import type { DoNotDisturb } from '../../client/state/own.ts';
import { t } from '../../client/text.ts';
import { openQuietMenu } from '../actions/quiet.ts';
import { confirmed, reportRefusal } from '../kit/notices.ts';
import { useQuietText } from '../parts/quiet-mark.tsx';
import { useChat, useClientState } from '../store/use-chat.ts';
import { QuietExceptions } from './quiet-exceptions.tsx';
import './quiet-hours.css';

type Period = DoNotDisturb['quiet_hours'][number];

const mostPeriods = 14;
const evening: Period = { days: [1, 2, 3, 4, 5], start: '18:00', end: '08:00' };
/** The fifth of January 2026 is a Monday. */
const dayFormat = dateFormat({ weekday: 'short', timeZone: 'UTC' });
const dayName = (day: number): string => dayFormat.format(Date.UTC(2026, 0, 4 + day));

export function QuietHours() {
  const chat = useChat();
  const text = useQuietText(chat.session.user_id);
  return (
    <>
      <p>{text ?? t('Notifications are on.')}</p>
      <p className="field-note">
        {t(
          'While notifications are off, nothing notifies you on screen, by sound, on your phone or by email. Others see a moon next to your name.',
        )}
      </p>
      <div className="setting-buttons">
        <button
          type="button"
          className="button"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => openQuietMenu(chat, currentTarget)}
        >
          {text === undefined ? t('Turn off notifications') : t('Change')}
        </button>
      </div>
      <Periods />
      <QuietExceptions />
    </>
  );
}

function Periods() {
  const known = useClientState((state) => state.own.doNotDisturb.quiet_hours);
  const zone = useClientState((state) => state.users.users.get(state.me)?.timezone ?? '');
  const [changed, setChanged] = useState<readonly Period[] | null>(null);
  const periods = changed ?? known;
  const replace = (index: number, part: Partial<Period>): void =>
    setChanged(periods.map((period, place) => (place === index ? { ...period, ...part } : period)));
  const save = async (): Promise<void> => {
    const done = reportRefusal(request('PATCH', '/users/me/do_not_disturb', { quiet_hours: periods }));
    if (await confirmed(done, t('Quiet hours saved.'))) setChanged(null);
  };
  return (
    <form
      className="setting-form"
      aria-label={t('Quiet hours')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3>{t('Quiet hours')}</h3>
      <p className="field-note">
        {zone === ''
          ? t('Your time zone is not set: UTC is used. Set it under Preferences.')
          : t('Your time zone: {{zone}}.', { zone: zone.replaceAll('_', ' ') })}
      </p>
      {periods.map((period, index) => (
        <PeriodFields
          key={index}
          period={period}
          onChange={(part) => replace(index, part)}
          onRemove={() => setChanged(periods.filter((_, place) => place !== index))}
        />
      ))}
      <div className="setting-buttons">
        {periods.length < mostPeriods && (
          <button type="button" className="button" onClick={() => setChanged([...periods, evening])}>
            {t('Add quiet hours')}
          </button>
        )}
        {changed !== null && (
          <>
            <button type="submit" className="button primary" disabled={periods.some(({ days }) => days.length === 0)}>
              {t('Save quiet hours')}
            </button>
            <button type="button" className="button quiet" onClick={() => setChanged(null)}>
              {t('Cancel')}
            </button>
          </>
        )}
      </div>
    </form>
  );
}

interface PeriodFieldsProps {
  period: Period;
  onChange: (part: Partial<Period>) => void;
  onRemove: () => void;
}

function PeriodFields({ period: { days, start, end }, onChange, onRemove }: PeriodFieldsProps) {
  const toggle = (day: number): void =>
    onChange({ days: days.includes(day) ? days.filter((each) => each !== day) : [...days, day].toSorted() });
  return (
    <fieldset className="quiet-period">
      <legend className="visually-hidden">{t('Days')}</legend>
      <div className="quiet-days">
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <button
            key={day}
            type="button"
            className="chip"
            aria-pressed={days.includes(day)}
            onClick={() => toggle(day)}
          >
            {dayName(day)}
          </button>
        ))}
      </div>
      <label className="field">
        <span className="field-label">{t('Start time')}</span>
        <input
          className="input"
          type="time"
          required
          value={start}
          onChange={({ currentTarget }) => onChange({ start: currentTarget.value })}
        />
      </label>
      <label className="field">
        <span className="field-label">{end <= start ? t('Until (next day)') : t('Until')}</span>
        <input
          className="input"
          type="time"
          required
          value={end}
          onChange={({ currentTarget }) => onChange({ end: currentTarget.value })}
        />
      </label>
      <button type="button" className="button quiet" onClick={onRemove}>
        {t('Remove')}
      </button>
    </fieldset>
  );
}
