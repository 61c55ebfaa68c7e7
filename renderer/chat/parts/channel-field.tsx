/** Chooses a channel by a few letters of its name. */
import { useId, useState } from 'react';
import { folded } from '../../client/fold.ts';
import { compareNames } from '../../client/formats.ts';
import type { Channel } from '../../client/state/channels.ts';
import { t } from '../../client/text.ts';
import { TextField } from '../kit/form-fields.tsx';

interface ChannelFieldProps {
  /** null = none is chosen yet. */
  channelId: number | null;
  choices: readonly Pick<Channel, 'stream_id' | 'name'>[];
  /** @param channelId null: no choice has the written name. */
  onChange: (channelId: number | null) => void;
  note?: string | undefined;
  error?: string | null;
}

export function ChannelField({ channelId, choices, onChange, note, error = null }: ChannelFieldProps) {
  const list = useId();
  const [written, setWritten] = useState<string | null>(null);
  const name = choices.find(({ stream_id: id }) => id === channelId)?.name ?? '';
  const write = (text: string): void => {
    setWritten(text);
    onChange(channelNamed(choices, text)?.stream_id ?? null);
  };
  return (
    <>
      <TextField
        label={t('Channel')}
        value={written ?? name}
        onChange={write}
        list={list}
        autoComplete="off"
        note={note}
        error={error}
      />
      <datalist id={list}>
        {choices
          .toSorted((a, b) => compareNames(a.name, b.name))
          .map(({ stream_id: id, name: choice }) => (
            <option key={id} value={choice}>
              {choice}
            </option>
          ))}
      </datalist>
    </>
  );
}

/** The channel of a written name, in whatever spelling; the exact one before others. Pure. */
function channelNamed<T extends { name: string }>(choices: readonly T[], written: string): T | undefined {
  const bare = written.trim().replace(/^#/, '');
  return (
    choices.find(({ name }) => name === bare) ?? choices.find(({ name }) => folded(name) === folded(bare)) ?? undefined
  );
}
