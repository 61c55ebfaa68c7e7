/** The field of a moment to come, with what is wrong with it. */
import { useState } from 'react';
import { ownTimeZone } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { TextField } from '../kit/form-fields.tsx';
import { fieldText, readFieldText } from '../store/times.ts';

/** As the browser calls it. */
const zone = ownTimeZone();

interface Moment {
  text: string;
  /** The earliest that is offered, as the field has it. */
  earliest: string;
  setText: (text: string) => void;
  problem: string | null;
  /** @returns the moment; null, and says why, for one that has passed or is none. */
  read: () => Date | null;
}

export function useMoment(start: Date): Moment {
  const [text, setText] = useState(() => fieldText(start));
  const [earliest] = useState(() => fieldText(new Date()));
  const [problem, setProblem] = useState<string | null>(null);
  return {
    text,
    earliest,
    setText(written) {
      setText(written);
      setProblem(null);
    },
    problem,
    read() {
      const moment = readFieldText(text);
      if (moment === null) setProblem(t('Choose a day and a time.'));
      else if (moment.getTime() <= Date.now()) setProblem(t('Choose a time in the future.'));
      else return moment;
      return null;
    },
  };
}

export function MomentField({ moment: { text, earliest, setText, problem } }: { moment: Moment }) {
  return (
    <TextField
      label={t('Day and time')}
      type="datetime-local"
      value={text}
      onChange={setText}
      min={earliest}
      error={problem}
      note={t('Your time zone: {{zone}}.', { zone })}
    />
  );
}
