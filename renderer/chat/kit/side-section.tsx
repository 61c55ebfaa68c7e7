/** A section of the sidebar that folds: its heading is the button, and what is unread in it is informed while it is folded. */
import type { ReactNode } from 'react';
import { LineIcon } from '../../components/line-icon.tsx';
import { Count } from './count.tsx';

interface SideSectionProps {
  title: string;
  isFolded: boolean;
  onFold: () => void;
  /** Unread in it. */
  count: number;
  /** How many of them are for the reader. */
  calls: number;
  /** Beside the heading. */
  tools?: ReactNode;
  children: ReactNode;
}

export function SideSection({ title, isFolded, onFold, count, calls, tools, children }: SideSectionProps) {
  return (
    <div>
      <h2 className="side-section">
        <button type="button" className="side-fold" aria-expanded={!isFolded} onClick={onFold}>
          <span className="cut">{title}</span>
          <LineIcon name={isFolded ? 'next' : 'down'} size={14} />
        </button>
        {isFolded && <Count count={count} calls={calls} />}
        {tools}
      </h2>
      {!isFolded && children}
    </div>
  );
}
