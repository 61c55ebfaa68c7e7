/** Disambiguation of users with similar names: an email address where it may be seen, else a role, else a number. Pure. */
import { folded } from './fold.ts';
import { roleNames } from './roles.ts';
import type { User, Users } from './state/users.ts';
import { t } from './text.ts';

const known = new WeakMap<Users['users'], ReadonlyMap<number, string>>();

/** @returns a mark for each person who shares a name with another; the same map as long as no user changes. */
export function namesakeMarks(users: Users['users']): ReadonlyMap<number, string> {
  const marks = known.get(users) ?? marksOf(users);
  known.set(users, marks);
  return marks;
}

function marksOf(users: Users['users']): ReadonlyMap<number, string> {
  const byName = new Map<string, User[]>();
  for (const user of users.values()) {
    const name = seen(user.full_name);
    byName.set(name, [...(byName.get(name) ?? []), user]);
  }
  const marks = new Map<number, string>();
  for (const namesakes of byName.values()) {
    if (namesakes.length < 2) continue;
    const said = namesakes.map(markOf);
    namesakes.forEach(({ user_id: id }, index) => {
      const mark = said[index] ?? '';
      marks.set(id, said.filter((each) => each === mark).length > 1 ? `${mark} #${id}` : mark);
    });
  }
  return marks;
}

/** A name as the eye reads it: signs that cannot be seen make no difference. */
const seen = (name: string): string =>
  folded(name.replaceAll(/[\p{Cf}\u2800]/gu, ''))
    .replaceAll(/\s+/g, ' ')
    .trim();

function markOf({ delivery_email: email, is_active: isActive, is_bot: isBot, role }: User): string {
  if (isActive === false) return t('Deactivated');
  return email ?? (isBot ? t('Bot') : (roleNames()[role] ?? ''));
}
