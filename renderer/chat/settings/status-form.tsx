/** Status form: a few words after any emoji. */
import { useState } from 'react';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { emojiSign } from '../../components/message-html/enrich-html.ts';
import { atMost } from '../../components/text-limit.ts';
import { reportRefusal, showNotice } from '../kit/notices.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { openEmojiPicker } from '../store/picker-request.ts';
import { useClientState, useEmojiAsText } from '../store/use-chat.ts';
import { bindStatus, KnownEnd, noEnding, quietEnding, StatusEnd } from './status-end.tsx';
import { statusPresets } from './status-presets.ts';

/** Characters (contract: update-status). */
const longest = 60;

interface Sign {
  name: string;
  code: string;
  type: string;
}

const noSign: Sign = { name: '', code: '', type: '' };

export function StatusForm() {
  const status = useClientState((state) => state.users.statuses.get(state.me));
  const [changed, setChanged] = useState<{ text: string; sign: Sign } | null>(null);
  const [ending, setEnding] = useState(noEnding);
  const known = {
    text: status?.status_text ?? '',
    sign: { name: status?.emoji_name ?? '', code: status?.emoji_code ?? '', type: status?.reaction_type ?? '' },
  };
  const { text, sign } = changed ?? known;
  const save = async (next: { text: string; sign: Sign }): Promise<void> => {
    const isDone = await reportRefusal(
      request('POST', '/users/me/status', {
        status_text: next.text.trim(),
        emoji_name: next.sign.name,
        emoji_code: next.sign.code,
        reaction_type: next.sign.type,
      }),
    );
    if (!isDone) return;
    const isSet = next.text.trim() !== '' || next.sign.code !== '';
    if (isSet && !(await reportRefusal(bindStatus(ending)))) return;
    setChanged(null);
    setEnding(noEnding);
    showNotice(isSet ? t('Status saved.') : t('Status cleared.'));
  };
  const isBound = ending !== noEnding && (text.trim() !== '' || sign.code !== '');
  const isOther =
    isBound || text.trim() !== known.text || sign.code !== known.sign.code || sign.type !== known.sign.type;
  const hasStatus = known.text !== '' || known.sign.code !== '';
  return (
    <form
      className="setting-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save({ text, sign });
      }}
    >
      <div className="status-row field">
        <SignButton sign={sign} onPick={(picked) => setChanged({ text, sign: picked })} />
        <input
          className="input"
          aria-label={t('Your status')}
          placeholder={t('Your status')}
          dir="auto"
          value={text}
          onChange={({ currentTarget }) => setChanged({ text: atMost(currentTarget.value, longest), sign })}
        />
        {sign.code !== '' && (
          <ToolButton
            icon="close"
            size={16}
            label={t('Remove emoji')}
            onClick={() => setChanged({ text, sign: noSign })}
          />
        )}
      </div>
      <Presets
        onPick={(preset, isQuiet) => {
          setChanged(preset);
          setEnding(isQuiet ? quietEnding : noEnding);
        }}
      />
      <KnownEnd />
      <StatusEnd ending={ending} onChange={setEnding} />
      <div className="setting-buttons">
        <button type="submit" className="button" disabled={!isOther}>
          {t('Save status')}
        </button>
        {hasStatus && (
          <button type="button" className="button quiet" onClick={() => void save({ text: '', sign: noSign })}>
            {t('Clear status')}
          </button>
        )}
      </div>
    </form>
  );
}

/** The emoji of the status; a press opens the grid of all. */
function SignButton({ sign, onPick }: { sign: Sign; onPick: (sign: Sign) => void }) {
  const asText = useEmojiAsText();
  const own = useClientState((state) => state.organization.emoji);
  const url = sign.type === 'realm_emoji' ? own[sign.code]?.source_url : undefined;
  return (
    <button
      type="button"
      className="button status-emoji"
      aria-haspopup="dialog"
      aria-label={sign.code === '' ? t('Choose emoji') : t('Emoji: {{name}}. Change emoji', { name: sign.name })}
      onClick={({ currentTarget }) =>
        openEmojiPicker(currentTarget, ({ name, code, type }) => onPick({ name, code, type }))
      }
    >
      {sign.code === '' ? (
        <LineIcon name="smilePlus" size={18} />
      ) : url === undefined ? (
        <span aria-hidden="true">{emojiSign(sign, asText)}</span>
      ) : (
        <img src={url} alt="" />
      )}
    </button>
  );
}

interface PresetsProps {
  /** @param isQuiet notifications would disturb what it is about. */
  onPick: (status: { text: string; sign: Sign }, isQuiet: boolean) => void;
}

function Presets({ onPick }: PresetsProps) {
  const asText = useEmojiAsText();
  return (
    <div className="status-suggestions">
      {statusPresets().map(({ name, code, text, isQuiet = false }) => (
        <button
          key={code}
          type="button"
          className="chip"
          onClick={() => onPick({ text, sign: { name, code, type: 'unicode_emoji' } }, isQuiet)}
        >
          <span aria-hidden="true">{emojiSign({ name, code }, asText)}</span>
          {text}
        </button>
      ))}
    </div>
  );
}
