/** The options of a searchable field that have what was typed in them, without case and accents. */
import { isOptionsGroup, type ComboboxItem, type ComboboxItemGroup, type OptionsFilter } from '@mantine/core';
import { folded } from '../client/fold.ts';

export const foldedOptions: OptionsFilter = ({ options, search, limit }) => {
  const wanted = folded(search.trim());
  let left = limit;
  const take = (items: readonly ComboboxItem[]): ComboboxItem[] => {
    const found = items.filter(({ label }) => folded(label).includes(wanted)).slice(0, left);
    left -= found.length;
    return found;
  };
  return options.flatMap((option): (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[] => {
    if (!isOptionsGroup(option)) return take([option]);
    const items = take(option.items);
    return items.length === 0 ? [] : [{ ...option, items }];
  });
};
