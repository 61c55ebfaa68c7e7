/** The sheet of all keys, opened by the question mark. */
import './shortcuts-sheet.css';
import { useStore } from 'zustand';
import { keyName } from '../../client/key-names.ts';
import { t } from '../../client/text.ts';
import { Dialog } from '../kit/dialog.tsx';
import { letters } from '../kit/stored-switch.ts';
import { useClientState } from '../store/use-chat.ts';
import { boxKeys, keyGroups } from './key-map.ts';

function KeyList({ title, keys }: { title: string; keys: ReturnType<typeof boxKeys> }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {keys.map(({ chord, label }) => (
          <div key={chord}>
            <dt>{label()}</dt>
            <dd>
              {chord.split(/\+(?=.)/).map((key) => (
                <kbd key={key} className="key">
                  {keyName(key)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const enterSends = useClientState((state) => state.settings.enter_sends);
  const areOn = useStore(letters.store, (state) => state.isOn);
  return (
    <Dialog title={t('Keyboard shortcuts')} className="key-sheet" onClose={onClose}>
      <div className="key-groups">
        {keyGroups.map(({ title, lines }) => (
          <KeyList
            key={lines[0]?.command}
            title={title()}
            keys={lines.map(({ chords: [chord = ''], label }) => ({ chord, label }))}
          />
        ))}
        <KeyList title={t('In the message box')} keys={boxKeys(enterSends)} />
      </div>
      <label className="check-row">
        <input type="checkbox" checked={areOn} onChange={({ currentTarget }) => letters.turn(currentTarget.checked)} />
        <span>
          {t('Single-key shortcuts')}
          <span className="field-note">{t('Turn off if you use speech input.')}</span>
        </span>
      </label>
    </Dialog>
  );
}
