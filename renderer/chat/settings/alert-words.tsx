/** Alert words that notify their user in any message. */
import { useState } from 'react';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { atMost } from '../../components/text-limit.ts';
import { confirmed, offerUndo, reportRefusal } from '../kit/notices.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { useClientState } from '../store/use-chat.ts';

/** Characters that the server takes. */
const longest = 100;

export function AlertWords() {
  const words = useClientState((state) => state.own.alertWords);
  const [written, setWritten] = useState('');
  const add = async (word: string): Promise<void> => {
    if (word === '') return;
    const asked = reportRefusal(request('POST', '/users/me/alert_words', { alert_words: [word] }));
    if (await confirmed(asked, t('Alert word “{{word}}” added.', { word }))) setWritten('');
  };
  const remove = async (word: string): Promise<void> => {
    if (await reportRefusal(request('DELETE', '/users/me/alert_words', { alert_words: [word] })))
      offerUndo(t('Alert word “{{word}}” removed.', { word }), { undo: () => void add(word) });
  };
  return (
    <>
      <p className="field-note">
        {t('You are notified about messages that contain one of these words. Only you can see this list.')}
      </p>
      {words.length > 0 && (
        <ul className="alert-words" aria-label={t('Alert words')}>
          {words.map((word) => (
            <li key={word}>
              <bdi>{word}</bdi>
              <ToolButton
                icon="close"
                size={14}
                label={t('Remove {{name}}', { name: word })}
                onClick={() => void remove(word)}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className="alert-word-form"
        onSubmit={(event) => {
          event.preventDefault();
          void add(written.trim());
        }}
      >
        <input
          className="input"
          dir="auto"
          aria-label={t('New alert word')}
          placeholder={t('A word or phrase')}
          autoComplete="off"
          value={written}
          onChange={({ currentTarget }) => setWritten(atMost(currentTarget.value, longest))}
        />
        <button type="submit" className="button" disabled={written.trim() === ''}>
          {t('Add')}
        </button>
      </form>
    </>
  );
}
