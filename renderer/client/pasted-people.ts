/** People of a pasted list: addresses and names as mail programs, spreadsheets and people write them. Pure. */
import { addressKey, readAddressList } from '../../server/address-list.ts';
import { folded } from './fold.ts';
import { t } from './text.ts';

/** What the list is compared with. */
export interface Listed {
  user_id: number;
  full_name: string;
  email: string;
  delivery_email?: string | null;
  is_active?: boolean;
}

/** A group that a field offers beside people, by the value that the field has for it. */
export interface OfferedGroup {
  value: string;
  label: string;
}

/** What a list holds, each once; `problems` names each piece that adds no one, with the reason. */
export interface PastedPeople {
  ids: number[];
  /** Values of groups. */
  groups: string[];
  problems: string[];
}

/** Whether a text is more than a name to search for: several lines or cells, separators, or an address. */
export const isPeopleList = (text: string): boolean => /[@＠;,，、،；؛\t\r\n]/.test(text.trim());

/**
 * Reads a list of people.
 * @param users all accounts that the reader knows, with the deactivated ones
 * @param without ids of people who cannot be added because they are there already
 * @param groups those that may be added too; a person of the same name comes first
 */
export function readPeople(
  text: string,
  users: Iterable<Listed>,
  without: ReadonlySet<number> = new Set(),
  groups: readonly OfferedGroup[] = [],
): PastedPeople {
  const find = finder(users);
  const groupsByName = new Map(groups.map(({ value, label }) => [nameKey(label), value]));
  const ids = new Set<number>();
  const taken = new Set<string>();
  const problems: string[] = [];
  const whole = { written: text.trim(), found: find(text) };
  const isOne = whole.found.length > 0 || groupsByName.has(nameKey(text));
  for (const { written, found } of isOne ? [whole] : pieces(text, find)) {
    const group = found.length === 0 ? groupsByName.get(nameKey(written)) : undefined;
    if (group !== undefined) {
      taken.add(group);
      continue;
    }
    const active = found.filter(({ is_active: isActive }) => isActive !== false);
    const [only] = active;
    const reason =
      found.length === 0
        ? t('not found')
        : only === undefined
          ? t('deactivated')
          : active.length > 1
            ? t('several people have this name')
            : without.has(only.user_id)
              ? t('already included')
              : null;
    if (reason !== null) problems.push(t('{{name}}: {{reason}}', { name: written, reason }));
    else if (only !== undefined) ids.add(only.user_id);
  }
  return { ids: [...ids], groups: [...taken], problems };
}

/** A piece of a list, and the accounts that it may mean. */
interface Piece {
  written: string;
  found: readonly Listed[];
}

function pieces(text: string, find: (name: string) => readonly Listed[]): Piece[] {
  return readAddressList(text).flatMap(({ written, email }) => {
    if (email !== null) return [{ written, found: find(email) }];
    const whole = find(written);
    if (whole.length > 0 || !written.includes('\t')) return [{ written, found: whole }];
    // Cells of one row of a spreadsheet.
    const cells = written.split('\t').map((cell) => cell.trim());
    return cells.filter((cell) => cell !== '').map((cell) => ({ written: cell, found: find(cell) }));
  });
}

/** @returns a search for the accounts with an address, or with a name: as it is, in quotes, or as "Last, First". */
function finder(users: Iterable<Listed>): (text: string) => readonly Listed[] {
  const byAddress = new Map<string, Listed[]>();
  const byName = new Map<string, Listed[]>();
  const put = (into: Map<string, Listed[]>, key: string, user: Listed): void => {
    const before = into.get(key) ?? [];
    if (!before.includes(user)) into.set(key, [...before, user]);
  };
  for (const user of users) {
    put(byAddress, addressKey(user.email), user);
    if (user.delivery_email) put(byAddress, addressKey(user.delivery_email), user);
    put(byName, nameKey(user.full_name), user);
  }
  return (text) => {
    const name = text.trim().replace(/^(["'“”„«»])(.*)["'“”„«»]$/su, '$2');
    const turned = name.replace(/^([^,]+),([^,]+)$/u, '$2 $1');
    return byAddress.get(addressKey(name)) ?? byName.get(nameKey(name)) ?? byName.get(nameKey(turned)) ?? [];
  };
}

const nameKey = (name: string): string => folded(name).replaceAll(/\s+/g, ' ').trim();
