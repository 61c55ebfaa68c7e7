/** Profile field values of a user (contract: CustomProfileField). */
import { dateFormat } from '../../client/formats.ts';
import type { Schemas } from '../../client/state/events.ts';
import type { ClientState } from '../../client/state/state.ts';
import type { User } from '../../client/state/users.ts';
import { useClientState } from '../store/use-chat.ts';

export type ProfileField = Schemas['CustomProfileField'];

type Accounts = ClientState['organization']['realm']['default_external_accounts'];

/** The types of fields (contract: CustomProfileField). */
export const kinds = {
  text: 1,
  longText: 2,
  choice: 3,
  date: 4,
  link: 5,
  person: 6,
  account: 7,
  pronouns: 8,
} as const;

export function ProfileFields({ user }: { user: User }) {
  const fields = useClientState((state) => state.organization.profileFields);
  return fields.flatMap((field) => {
    const value = user.profile_data?.[field.id]?.value;
    if (typeof value !== 'string' || value === '') return [];
    return [
      <dt key={`name ${field.id}`}>{field.name}</dt>,
      <dd key={field.id}>
        <ProfileValue field={field} value={value} />
      </dd>,
    ];
  });
}

export function ProfileValue({ field, value }: { field: ProfileField; value: string }) {
  const { type, field_data: data } = field;
  const accounts = useClientState((state) => state.organization.realm.default_external_accounts);
  if (type === kinds.person) return <People ids={value} />;
  if (type === kinds.choice) return choicesOf(field).find(({ key }) => key === value)?.text ?? value;
  if (type === kinds.date) {
    const day = new Date(`${value}T12:00:00`);
    return Number.isNaN(day.getTime()) ? value : dateFormat({ dateStyle: 'long' }).format(day);
  }
  const address = type === kinds.link ? value : type === kinds.account ? accountAddress(data, value, accounts) : null;
  if (address === null || !/^https?:\/\//i.test(address)) return <span dir="auto">{value}</span>;
  return (
    <a className="text-link" href={address} target="_blank" rel="noopener noreferrer">
      {value}
    </a>
  );
}

function People({ ids: text }: { ids: string }) {
  const users = useClientState((state) => state.users.users);
  const ids = parsed(text);
  if (!Array.isArray(ids)) return null;
  return ids.map((id) => (
    <a key={String(id)} className="text-link" href={`#user/${Number(id)}`}>
      {users.get(Number(id))?.full_name ?? `#${Number(id)}`}
    </a>
  ));
}

/** @returns what a text of JSON says; null where it is none. */
export function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

/** What can be chosen in a field, in its order. */
export function choicesOf({ field_data: data }: ProfileField): { key: string; text: string }[] {
  const choices = parsed(data) as Record<string, { text?: string; order?: string }> | null;
  return Object.entries(choices ?? {})
    .toSorted(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([key, { text }]) => ({ key, text: text ?? key }));
}

/** @param known the patterns that the server has of its own, by subtype. */
function accountAddress(data: string | undefined, value: string, known: Accounts): string | null {
  const { subtype = '', url_pattern: own } = (parsed(data) ?? {}) as { subtype?: string; url_pattern?: unknown };
  const pattern = own ?? known?.[subtype]?.url_pattern;
  return typeof pattern === 'string' ? pattern.replace('%(username)s', encodeURIComponent(value)) : null;
}
