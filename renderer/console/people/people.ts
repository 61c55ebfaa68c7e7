/** Names of people by their ids, for screens that list what people do. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { compareNames } from '../../client/formats.ts';
import { usersQuery } from '../../client/queries.ts';

export interface People {
  nameOf: (userId: number | null) => string;
  /** For a picker: active people and bots, by name. */
  options: { value: string; label: string }[];
}

export function usePeople(): People {
  const { data } = useQuery(usersQuery);
  return useMemo(() => {
    const names = new Map((data ?? []).map((user) => [user.user_id, user.full_name]));
    const options = (data ?? [])
      .filter((user) => user.is_active !== false)
      .map((user) => ({ value: String(user.user_id), label: `${user.full_name} (${user.user_id})` }))
      .toSorted((a, b) => compareNames(a.label, b.label));
    return { nameOf: (id) => (id === null ? 'nobody' : (names.get(id) ?? `user ${id}`)), options };
  }, [data]);
}
