/** A person's picture, or their initials on one of eight pale grounds, with a dot for who is here. */
import { memo } from 'react';
import { useLanguage } from '../../client/use-language.ts';

export interface AvatarPerson {
  id: number;
  name: string;
  /** null: initials instead. */
  avatarUrl: string | null;
  isBot: boolean;
  /** undefined: not shown. */
  presence?: 'active' | 'idle' | 'away';
}

const hues = 8;
const firstLetter = /\p{L}|\p{N}/u;

/** At most two letters, of the first and the last word; one where they are of different scripts. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => firstLetter.exec(word)?.[0] ?? []);
  const [first = '', last = ''] = [letters[0], letters.length > 1 ? letters.at(-1) : ''];
  const isLatin = (letter: string): boolean => /\p{Script=Latin}|\p{N}/u.test(letter);
  return (isLatin(first) === isLatin(last) ? first + last : first).toUpperCase();
}

/** @param size CSS length; the row's own unless told. */
export const Avatar = memo(function Avatar({ person, size }: { person: AvatarPerson; size?: string }) {
  useLanguage();
  const { id, name, avatarUrl, presence } = person;
  const hue = ((id % hues) + hues) % hues;
  return (
    <span
      className="avatar"
      aria-hidden="true"
      style={{
        ...(size !== undefined && { ['--size' as string]: size }),
        ['--ground' as string]: `var(--av-${hue})`,
        ['--ink' as string]: `var(--av-${hue}-ink)`,
      }}
    >
      {avatarUrl === null ? initialsOf(name) : <img src={avatarUrl} alt="" loading="lazy" decoding="async" />}
      {presence !== undefined && presence !== 'away' && <i className={`presence ${presence}`} />}
    </span>
  );
});
