/** The conversation of the first message that is seen, above a list of several: its own line may have scrolled away. */
import { useMemo } from 'react';
import type { FeedCommon } from './feed-common.ts';
import { FeedRow } from './feed-rows.tsx';
import { messagesOfRow, type Row } from './rows.ts';
import type { ReadingPosition } from './use-reading.ts';

interface PlaceAboveProps {
  rows: readonly Row[];
  position: Pick<ReadingPosition, 'firstSeen' | 'isFirstWhole'>;
  common: FeedCommon;
}

export function PlaceAbove({ rows, position: { firstSeen, isFirstWhole }, common }: PlaceAboveProps) {
  const row = useMemo(() => placeAbove(rows, firstSeen, isFirstWhole), [rows, firstSeen, isFirstWhole]);
  if (row === null) return null;
  return (
    <div className="place-above">
      <FeedRow row={row} common={common} isSelected={false} isTabStop={false} />
    </div>
  );
}

/** @returns the line of the conversation that goes on above the screen; null where the line itself is seen. */
export function placeAbove(
  rows: readonly Row[],
  firstSeen: number,
  isFirstWhole: boolean,
): Extract<Row, { kind: 'conversation' }> | null {
  const at = rows.findIndex((row) => messagesOfRow(row).includes(firstSeen));
  const lineAt = rows.slice(0, Math.max(at, 0)).findLastIndex((row) => row.kind === 'conversation');
  const line = rows[lineAt];
  if (line?.kind !== 'conversation' || (isFirstWhole && lineAt === at - 1)) return null;
  return line;
}
