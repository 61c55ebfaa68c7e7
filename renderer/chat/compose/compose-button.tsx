/** Begins a message from a page of rows. A phone has no sidebar, whose button this is elsewhere. */
import { t } from '../../client/text.ts';
import { compose } from '../actions/compose.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import type { View } from '../routing/address.ts';

interface ComposeButtonProps {
  view: View;
  kind?: 'channel' | 'direct';
}

export function ComposeButton({ view, kind = 'channel' }: ComposeButtonProps) {
  return (
    <ToolButton icon="compose" label={t('New message')} className="only-phone" onClick={() => compose(view, kind)} />
  );
}
