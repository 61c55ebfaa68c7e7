/** Alert status of this browser, in one sentence with one action. */
import { useState } from 'react';
import { t } from '../../client/text.ts';
import { alertsHere, alertsSentence } from './alerts-here.ts';
import { playSound } from './sound.ts';
import '../kit/entry.css';
import '../kit/entry-small.css';

export function Alerts() {
  const [state, setState] = useState(alertsHere);
  return (
    <div className="alerts-here">
      <p>{alertsSentence(state)}</p>
      <div className="entry-do">
        {state === 'askable' && (
          <button
            type="button"
            className="button"
            onClick={() => void Notification.requestPermission().then(() => setState(alertsHere()))}
          >
            {t('Allow notifications')}
          </button>
        )}
        <button type="button" className="button" onClick={() => void playSound()}>
          {t('Play test sound')}
        </button>
      </div>
    </div>
  );
}
