/** Question for a day and a time (moment-dialog.tsx). */
export interface MomentQuestion {
  title: string;
  submitLabel: string;
  /** What is proposed. */
  start: Date;
  /** Words for oneself go along; null = none are asked for. */
  note: string | null;
  /** @returns whether it was done. */
  onPick: (moment: Date, note: string) => Promise<boolean>;
}
