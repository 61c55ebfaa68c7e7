/** Emoji available in messages: the server's table of the standard ones, and the organization's own. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { emojiGlyph } from '../../components/message-html/emoji-glyph.ts';
import { useClientState } from './use-chat.ts';

export type EmojiType = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';

export interface EmojiEntry {
  /** The first of its names. */
  name: string;
  names: readonly string[];
  code: string;
  type: EmojiType;
  /** Of a standard one; empty for a picture. */
  glyph: string;
  /** Of one of the organization's own; null for a glyph. */
  url: string | null;
}

const emojiTableQuery = queryOptions({
  queryKey: ['emoji-table'],
  staleTime: Infinity,
  gcTime: Infinity,
  queryFn: async ({ signal }): Promise<readonly EmojiEntry[]> => {
    const answer = await fetch('/static/emoji/emoji-data.json', { signal });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    const { code_to_names: table } = (await answer.json()) as { code_to_names: Record<string, string[]> };
    return Object.entries(table).flatMap(([code, names]): EmojiEntry[] => {
      const glyph = emojiGlyph(code);
      const [name] = names;
      if (glyph === undefined || name === undefined) return [];
      return [{ name, names, code, type: 'unicode_emoji', glyph, url: null }];
    });
  },
});

const none: readonly EmojiEntry[] = [];

/** @param isNeeded the table is read when it is first needed. @returns the organization's own first. */
export function useEmoji(isNeeded: boolean): readonly EmojiEntry[] {
  const table = useQuery({ ...emojiTableQuery, enabled: isNeeded }).data ?? none;
  const own = useClientState((state) => state.organization.emoji);
  return useMemo(() => {
    const pictures = Object.values(own)
      .filter(({ deactivated }) => !deactivated)
      .map(({ id, name, source_url: url }): EmojiEntry => {
        return { name, names: [name], code: id, type: 'realm_emoji', glyph: '', url };
      });
    return [...pictures, ...table];
  }, [own, table]);
}
