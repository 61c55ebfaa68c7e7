/** A choice that is shown at once, while the server is still being reported about it. */
import { useState } from 'react';

/**
 * @param known what the server knows. @param save sends it, and returns whether the server took it.
 * @returns what was chosen just now, else what the server knows; and what changes it.
 */
export function useChosen<Value>(
  known: Value,
  save: (value: Value) => Promise<boolean>,
): [value: Value, change: (value: Value) => void] {
  const [chosen, setChosen] = useState<{ value: Value; before: Value } | null>(null);
  if (chosen !== null && chosen.before !== known) setChosen(null);
  const change = async (value: Value): Promise<void> => {
    setChosen({ value, before: known });
    if (!(await save(value))) setChosen(null);
  };
  return [chosen === null ? known : chosen.value, (value) => void change(value)];
}
