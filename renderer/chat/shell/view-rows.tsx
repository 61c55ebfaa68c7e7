/** The ways to the views of many conversations: rows of the sidebar, and on a phone, which has none, of the page "Me". */
import { t } from '../../client/text.ts';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';
import { Count } from '../kit/count.tsx';
import type { View } from '../routing/address.ts';
import { useUnreadCounts, type UnreadCounts } from '../store/unread.ts';
import { useKnown } from '../store/use-chat.ts';
import { useAddressOf } from '../store/use-view.ts';
import { LaterRows } from './later-rows.tsx';

const views: readonly { view: View; icon: LineIconName; label: () => string }[] = [
  { view: { kind: 'inbox' }, icon: 'inbox', label: () => t('Inbox') },
  { view: { kind: 'recent' }, icon: 'clock', label: () => t('Recent') },
  { view: { kind: 'feed' }, icon: 'feed', label: () => t('Everything') },
  {
    view: { kind: 'narrow', narrow: [{ operator: 'is', operand: 'mentioned' }], near: null, with: null, unknown: [] },
    icon: 'at',
    label: () => t('Mentions'),
  },
  {
    view: { kind: 'narrow', narrow: [{ operator: 'is', operand: 'starred' }], near: null, with: null, unknown: [] },
    icon: 'star',
    label: () => t('Starred'),
  },
];

interface ViewRowsProps {
  view: View;
  counts: UnreadCounts;
  /** The inbox has a way of its own. */
  isWithoutInbox?: boolean;
}

export function ViewRows({ view, counts, isWithoutInbox = false }: ViewRowsProps) {
  const addressOf = useAddressOf();
  const mentions = useKnown((known) => known.messages.mentions.size);
  const here = addressOf(view);
  return views
    .filter(({ icon }) => icon !== 'inbox' || !isWithoutInbox)
    .map((each) => {
      const address = addressOf(each.view);
      const count = each.icon === 'inbox' ? counts.total : each.icon === 'at' ? mentions : 0;
      return (
        <li key={each.icon}>
          <a
            className={`side-row ${count > 0 ? 'is-unread' : ''}`}
            href={address}
            aria-current={address === here ? 'page' : undefined}
          >
            <LineIcon name={each.icon} size={18} />
            <span className="cut">{each.label()}</span>
            <Count count={count} calls={each.icon === 'at'} />
          </a>
        </li>
      );
    });
}

/** What no tab of a phone leads to. */
export function PhoneWays({ view }: { view: View }) {
  const counts = useUnreadCounts();
  return (
    <nav className="phone-ways only-phone" aria-label={t('More views')}>
      <ul>
        <ViewRows view={view} counts={counts} isWithoutInbox />
        <LaterRows view={view} isWhole />
      </ul>
    </nav>
  );
}
