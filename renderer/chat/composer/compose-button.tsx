/** Begins a message from a page of rows. A phone has no sidebar, whose button this is elsewhere. */
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import type { View } from '../narrow/address.ts';
import { compose } from './compose.ts';

interface ComposeButtonProps {
  view: View;
  kind?: 'channel' | 'direct';
}

export function ComposeButton({ view, kind = 'channel' }: ComposeButtonProps) {
  return (
    <button
      type="button"
      className="tool only-phone"
      aria-label={t('New message')}
      title={t('New message')}
      onClick={() => compose(view, kind)}
    >
      <LineIcon name="compose" />
    </button>
  );
}
