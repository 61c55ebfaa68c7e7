/** The sheet of all keys, opened by the question mark. */
import './shortcuts-sheet.css';
import { useStore } from 'zustand';
import { t } from '../../client/text.ts';
import { Dialog } from '../floating/dialog.tsx';
import { keyGroups } from './key-map.ts';
import { letters, switchLetters } from './letters.ts';

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const areOn = useStore(letters, (state) => state.areOn);
  return (
    <Dialog title={t('Keyboard')} className="key-sheet" onClose={onClose}>
      <div className="key-groups">
        {keyGroups.map(({ title, lines }) => (
          <section key={lines[0]?.command}>
            <h3>{title()}</h3>
            <dl>
              {lines.map(({ command, chords, label }) => (
                <div key={command}>
                  <dt>{label()}</dt>
                  <dd>
                    {(chords[0] ?? '').split(/\+(?=.)/).map((key) => (
                      <kbd key={key} className="key">
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="check-row">
        <input type="checkbox" checked={areOn} onChange={({ currentTarget }) => switchLetters(currentTarget.checked)} />
        <span>
          {t('Letters and signs are keys')}
          <span className="field-note">{t('Switch them off where a program types what you speak.')}</span>
        </span>
      </label>
    </Dialog>
  );
}
