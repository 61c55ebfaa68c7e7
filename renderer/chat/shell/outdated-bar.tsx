/** Says that the server has a newer chat than this page, once a part of this one is not there any more. What is written is kept. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { onPartGone } from '../../client/lazy-part.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';

const isOutdated = createStore(() => false);
onPartGone(() => isOutdated.setState(true, true));

export function OutdatedBar() {
  if (!useStore(isOutdated)) return null;
  return (
    <output className="away-bar">
      <LineIcon name="alert" />
      <span>{t('There is a new version of the chat. What you have written is kept.')}</span>
      <button type="button" onClick={() => location.reload()}>
        {t('Load it')}
      </button>
    </output>
  );
}
