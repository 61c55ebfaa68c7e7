/** Filters and sorting in the address of a screen, behind "?": a link, a reload and Back show the same rows again. */
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Sorting, SortingState } from './components/sorting.tsx';

/** Whether a value in an address is one that a screen knows; without it every text is. */
type Known<Values> = { readonly [Name in keyof Values]?: (value: string) => boolean };

/**
 * Several values that the address keeps. A change replaces the entry of the history: Back leaves the screen, not a letter.
 * @param initial a constant: what an address without a parameter means, and one with an unknown value. @param known a constant, too.
 * @returns the values, and how to change some of them.
 */
export function useAddressValues<Values extends { [Name in keyof Values]: string | null }>(
  initial: Values,
  known?: Known<NoInfer<Values>>,
): [Values, (part: Partial<Values>) => void] {
  const search = useSearch();
  const values = useMemo(() => {
    const given = [...new URLSearchParams(search)].filter(
      ([name, value]) => name in initial && (known?.[name as keyof Values]?.(value) ?? true),
    );
    return { ...initial, ...Object.fromEntries(given) };
  }, [search, initial, known]);
  const change = useCallback(
    (part: Partial<Values>) => {
      const written = Object.entries(part) as [keyof Values & string, string | null][];
      writeParameters(written.map(([name, value]) => [name, value === initial[name] ? null : value]));
    },
    [initial],
  );
  return [values, change];
}

/** One value that the address keeps. @param name of the parameter. @param known the values that there are. */
export function useAddressState<Value extends string>(
  name: string,
  initial: Value,
  known?: readonly Value[],
): [Value, (value: Value) => void] {
  const given = new URLSearchParams(useSearch()).get(name) as Value | null;
  const isKnown = given !== null && (known === undefined || known.includes(given));
  const change = useCallback(
    (value: Value) => writeParameters([[name, value === initial ? null : value]]),
    [name, initial],
  );
  return [isKnown ? given : initial, change];
}

/** The text of a list's search field. */
export const useAddressSearch = (): [string, (search: string) => void] => useAddressState<string>('search', '');

/** @returns the order of a table by one of its columns: `sort=name`, or `sort=-name` for the last first. */
export function useAddressSorting(): SortingState {
  const [text, setText] = useAddressState<string>('sort', '');
  const onSort = (sorting: Sorting | null): void =>
    setText(sorting === null ? '' : `${sorting.descending ? '-' : ''}${sorting.id}`);
  return { sorting: text === '' ? null : { id: text.replace(/^-/, ''), descending: text.startsWith('-') }, onSort };
}

/** @returns the way to another address of the same screen, with the filters of this one: a panel opens over the list as it is. */
export function useNavigateWithFilters(): (path: string, options?: { replace?: boolean }) => void {
  const [, navigate] = useLocation();
  return useCallback((path, options) => navigate(`${path}${window.location.search}`, options), [navigate]);
}

function writeParameters(written: readonly (readonly [string, string | null])[]): void {
  const { pathname, search, hash } = window.location;
  const parameters = new URLSearchParams(search);
  for (const [name, value] of written) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  const next = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  if (next !== search) window.history.replaceState(window.history.state, '', `${pathname}${next}${hash}`);
}
