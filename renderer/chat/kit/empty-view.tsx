/** A view without anything to show: one drawing, one sentence of fact, one of help, at most two ways on. */
import type { ReactNode } from 'react';

const lines = {
  house: 'M22 84h100M34 84V40l38-22 38 22v44M60 84V62h24v22',
  search: 'M22 84h100M48 44a20 20 0 1 0 40 0a20 20 0 1 0 -40 0M83 59l17 17',
  door: 'M22 84h100M52 84V24h40v60M82.4 56a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0M46 24h52',
  away: 'M22 84h100M44 60a14 14 0 0 1 4-27 22 22 0 0 1 41-3 17 17 0 0 1 9 30M38 24l68 52',
} as const;

/** The one amber spot: a light that is on. */
const flame = 'M72 64c.6 4 6 6 6 11a6 6 0 0 1-12 0c0-3 2-4.5 3-6 1 .8 1.4 1.4 1.6 2.2.8-1.6 1.6-4 1.4-7.2z';

interface EmptyViewProps {
  drawing: keyof typeof lines;
  title: string;
  text: string;
  /** Ways on, as buttons or links: no view ends without one. */
  children: ReactNode;
}

export function EmptyView({ drawing, title, text, children }: EmptyViewProps) {
  return (
    <div className="feed-notice">
      <svg className="empty-drawing" viewBox="0 0 144 96" aria-hidden="true">
        <path d={lines[drawing]} />
        {drawing === 'house' && <path className="is-lit" d={flame} />}
      </svg>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="actions">{children}</div>
    </div>
  );
}
