/** What one says of oneself for a while: a few words, with an emoji before them. */
import { useState } from 'react';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { emojiSign } from '../../components/message-html/enrich-html.ts';
import { atMost } from '../../components/text-limit.ts';
import { reportRefusal } from '../kit/notices.ts';
import { useEmojiAsText, useClientState } from '../store/use-chat.ts';

const longest = 60;

const emoji = [
  { name: 'calendar', code: '1f4c5' },
  { name: 'bus', code: '1f68c' },
  { name: 'sick', code: '1f912' },
  { name: 'palm_tree', code: '1f334' },
  { name: 'house', code: '1f3e0' },
  { name: 'hamburger', code: '1f354' },
  { name: 'headphones', code: '1f3a7' },
  { name: 'coffee', code: '2615' },
  { name: 'direct_hit', code: '1f3af' },
  { name: 'zzz', code: '1f4a4' },
] as const;

const suggested = () => [
  { name: 'calendar', code: '1f4c5', text: t('In a meeting') },
  { name: 'bus', code: '1f68c', text: t('Commuting') },
  { name: 'house', code: '1f3e0', text: t('Working from home') },
  { name: 'sick', code: '1f912', text: t('Out sick') },
  { name: 'palm_tree', code: '1f334', text: t('On vacation') },
];

export function StatusForm() {
  const asText = useEmojiAsText();
  const status = useClientState((state) => state.users.statuses.get(state.me));
  const [changed, setChanged] = useState<{ text: string; code: string } | null>(null);
  const known = { text: status?.status_text ?? '', code: status?.emoji_code ?? '' };
  const { text, code } = changed ?? known;
  const save = async (next: { text: string; code: string }): Promise<void> => {
    const chosen = emoji.find((each) => each.code === next.code);
    const kept = next.code === known.code && status?.emoji_name !== undefined ? status : undefined;
    const isDone = await reportRefusal(
      request('POST', '/users/me/status', {
        status_text: next.text.trim(),
        emoji_name: chosen?.name ?? kept?.emoji_name ?? '',
        emoji_code: chosen?.code ?? kept?.emoji_code ?? '',
        reaction_type: chosen !== undefined ? 'unicode_emoji' : (kept?.reaction_type ?? ''),
      }),
    );
    if (isDone) setChanged(null);
  };
  const isOther = text.trim() !== known.text || code !== known.code;
  const codes =
    emoji.some((each) => each.code === code) || code === ''
      ? emoji
      : [{ name: status?.emoji_name ?? '', code }, ...emoji];
  return (
    <form
      className="setting-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save({ text, code });
      }}
    >
      <div className="status-row field">
        <select
          className="input status-emoji"
          aria-label={t('Status emoji')}
          value={code}
          onChange={({ currentTarget }) => setChanged({ text, code: currentTarget.value })}
        >
          <option value="">{t('No emoji')}</option>
          {codes.map((each) => (
            <option key={each.code} value={each.code}>
              {emojiSign(each, asText)}
            </option>
          ))}
        </select>
        <input
          className="input"
          aria-label={t('Your status')}
          placeholder={t('Your status')}
          dir="auto"
          value={text}
          onChange={({ currentTarget }) => setChanged({ text: atMost(currentTarget.value, longest), code })}
        />
      </div>
      <div className="status-suggestions">
        {suggested().map((one) => (
          <button
            key={one.code}
            type="button"
            className="chip"
            onClick={() => setChanged({ text: one.text, code: one.code })}
          >
            <span aria-hidden="true">{emojiSign(one, asText)}</span>
            {one.text}
          </button>
        ))}
      </div>
      <div className="setting-buttons">
        <button type="submit" className="button" disabled={!isOther}>
          {t('Save status')}
        </button>
        {(known.text !== '' || known.code !== '') && (
          <button type="button" className="button quiet" onClick={() => void save({ text: '', code: '' })}>
            {t('Clear status')}
          </button>
        )}
      </div>
    </form>
  );
}
