/** The ways to what is kept for later, each with its number: rows beside those of the views. */
import { t } from '../../client/text.ts';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';
import { Count } from '../kit/count.tsx';
import type { View } from '../routing/address.ts';
import { useKnown } from '../store/use-chat.ts';
import { useDraftRows } from '../store/use-draft-rows.ts';

interface Way {
  kind: 'drafts' | 'scheduled' | 'reminders';
  icon: LineIconName;
  label: string;
  count: number;
  /** Something could not be done, and waits for its writer. */
  calls: boolean;
}

function useWays(): readonly Way[] {
  const drafts = useDraftRows().length;
  const scheduled = useKnown((known) => known.own.scheduled);
  const reminders = useKnown((known) => known.own.reminders);
  const hasFailed = [...scheduled.values()].some(({ failed }) => failed);
  return [
    { kind: 'drafts', icon: 'edit', label: t('Drafts'), count: drafts, calls: false },
    { kind: 'scheduled', icon: 'calendar', label: t('Scheduled'), count: scheduled.size, calls: hasFailed },
    { kind: 'reminders', icon: 'bell', label: t('Reminders'), count: reminders.size, calls: false },
  ];
}

/** What is empty stands there only while one looks at it; drafts always do. @param isWhole there is room for all of them. */
export function LaterRows({ view, isWhole = false }: { view: View; isWhole?: boolean }) {
  return useWays()
    .filter(({ kind, count }) => isWhole || kind === 'drafts' || count > 0 || view.kind === kind)
    .map(({ kind, icon, label, count, calls }) => (
      <li key={kind}>
        <a className="side-row" href={`#${kind}`} aria-current={view.kind === kind ? 'page' : undefined}>
          <LineIcon name={icon} size={18} />
          <span className="cut">{label}</span>
          <Count count={count} isUnread={false} calls={calls} />
        </a>
      </li>
    ));
}
