/** The ways to what is kept for later, each with its number: rows of the sidebar, and buttons where a phone has none. */
import { t } from '../../client/text.ts';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';
import { useDraftRows } from '../later/use-draft-rows.ts';
import { useKnown } from '../model/use-chat.ts';
import type { View } from '../narrow/address.ts';
import { Count } from './count.tsx';

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

/** What is empty stands there only while one looks at it; drafts always do. */
export function LaterRows({ view }: { view: View }) {
  return useWays()
    .filter(({ kind, count }) => kind === 'drafts' || count > 0 || view.kind === kind)
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

/** On a phone there is no sidebar. */
export function LaterWays() {
  return (
    <span className="later-ways only-phone">
      {useWays().map(({ kind, icon, label, count, calls }) => (
        <a key={kind} className="button" href={`#${kind}`}>
          <LineIcon name={icon} size={18} />
          {label}
          <Count count={count} isUnread={false} calls={calls} />
        </a>
      ))}
    </span>
  );
}
