/** Everyone with an account, people and bots: search, filter, sort, a panel for each, and forms for new ones. */
import { Button, Checkbox, Group, SegmentedControl, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { matches } from '../../../client/fold.ts';
import { lazyPart } from '../../../client/lazy-part.ts';
import { usersQuery } from '../../../client/queries.ts';
import type { User } from '../../../client/request.ts';
import { roleNames } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { useAddressSearch, useAddressState, useNavigateWithFilters } from '../../address-state.ts';
import { FoundElsewhere } from '../../components/found-elsewhere.tsx';
import { ListFilter } from '../../components/list-filter.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { useSelection } from '../../components/use-selection.tsx';
import { accountAddress } from '../../layout/chat-link.tsx';
import { Page } from '../../layout/page.tsx';
import type { ScreenProps } from '../../screen.ts';
import { AccountPanel } from './account-panel.tsx';
import { lastActiveQuery } from './accounts.ts';
import { BulkMenu } from './bulk-menu.tsx';
import { CreateBot } from './create-bot.tsx';
import { CreateUser } from './create-user.tsx';
import { HiddenSelection } from './hidden-selection.tsx';
import { Accounts } from './tables.tsx';

const ImportPeople = lazyPart(async () => (await import('./import/screen.tsx')).ImportPeople);

type Shown = 'active' | 'deactivated' | 'bots';

/** @param section "bots", "deactivated", "new", "new-bot", "import", or the id of an account. */
export function Users({ section }: ScreenProps) {
  const session = useSession();
  if (section === 'import' && session.is_admin) return <ImportPeople />;
  return <List section={section} />;
}

function List({ section }: { section: string }) {
  const session = useSession();
  const navigate = useNavigateWithFilters();
  const { data, error, refetch } = useQuery(usersQuery);
  const [search, setSearch] = useAddressSearch();
  const { role, setRole, isNeverOnly, setNeverOnly } = usePeopleFilter();
  const [shown, setShown] = useShown(section);
  const activity = useQuery({ ...lastActiveQuery, enabled: session.is_admin }).data;
  const selection = useSelection();
  const part = useMemo(() => (data ?? []).filter((user) => partOf(user) === shown), [data, shown]);
  const rows = useMemo(
    () =>
      part
        .filter((user) => isFound(user, shown === 'bots' ? null : role, search))
        .filter(({ user_id }) => !isNeverOnly || shown === 'bots' || activity?.get(user_id)?.has_signed_in === false),
    [part, shown, role, search, isNeverOnly, activity],
  );
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  const isOneself = (id: number): boolean => !session.is_admin && id === session.user_id;
  const canOpen = (user: User): boolean =>
    session.is_admin || user.bot_owner_id === session.user_id || isOneself(user.user_id);
  const opened = data?.find(({ user_id }) => String(user_id) === section);
  const close = (): void => navigate(pathOf(shown), { replace: true });
  const show = (other: Shown): void => {
    setShown(other);
    navigate(pathOf(other), { replace: true });
  };
  return (
    <Page title={t('Users')} description={t('People and bots with an account.')} actions={<Actions />}>
      <ListFilter placeholder={t('Name or email')} search={search} onSearch={setSearch}>
        {shown !== 'bots' && (
          <PeopleFilter role={role} onRole={setRole} isNeverOnly={isNeverOnly} onNeverOnly={setNeverOnly} />
        )}
        <ShownChoice shown={shown} onChange={show} />
        {session.is_admin && <BulkMenu selection={selection} users={part} shown={rows} />}
      </ListFilter>
      {session.is_admin && <HiddenSelection selection={selection} users={part} shown={rows} />}
      {data === undefined && <Loading />}
      {data !== undefined && rows.length === 0 && (
        <Nothing title={t('No one to show')}>
          {hint(shown, search, shown !== 'bots' && (role !== null || isNeverOnly))}
        </Nothing>
      )}
      <FoundInOthers users={data ?? []} search={search} shown={shown} onShow={show} />
      {data !== undefined && rows.length > 0 && (
        <Text size="sm" c="dimmed">
          {rows.length === part.length
            ? totals[shown](part.length)
            : t('{{shown}} of {{total}}', { shown: rows.length, total: totals[shown](part.length) })}
        </Text>
      )}
      {data !== undefined && rows.length > 0 && (
        <Accounts
          users={rows}
          all={data}
          activity={activity}
          isBots={shown === 'bots'}
          selection={session.is_admin ? selection : null}
          canOpen={canOpen}
          onOpen={(id) => {
            // Everyone looks after themselves in one place.
            if (isOneself(id)) window.location.assign(accountAddress);
            else navigate(`/users/${id}`);
          }}
        />
      )}
      {section === 'new' && session.is_admin && <CreateUser onClose={close} />}
      {section === 'new-bot' && session.is_admin && (
        <CreateBot
          onClose={close}
          onCreated={(id) => {
            setShown('bots');
            navigate(`/users/${id}`, { replace: true });
          }}
        />
      )}
      {opened !== undefined && canOpen(opened) && !isOneself(opened.user_id) && (
        <AccountPanel key={opened.user_id} user={opened} onClose={close} />
      )}
    </Page>
  );
}

const roleValues = ['', ...Object.keys(roleNames)];

/** What narrows the people, kept in the address. */
function usePeopleFilter() {
  const [role, setRole] = useAddressState('role', '', roleValues);
  const [never, setNever] = useAddressState('never_signed_in', '', ['', 'true']);
  return {
    role: role === '' ? null : role,
    setRole: (value: string | null) => setRole(value ?? ''),
    isNeverOnly: never === 'true',
    setNeverOnly: (isOnly: boolean) => setNever(isOnly ? 'true' : ''),
  };
}

interface PeopleFilterProps {
  role: string | null;
  onRole: (role: string | null) => void;
  isNeverOnly: boolean;
  onNeverOnly: (isNeverOnly: boolean) => void;
}

/** What narrows the people; bots have neither a role of their own nor a sign-in. */
function PeopleFilter({ role, onRole, isNeverOnly, onNeverOnly }: PeopleFilterProps) {
  const session = useSession();
  return (
    <>
      <Select
        label={t('Role')}
        placeholder={t('All roles')}
        clearable
        value={role}
        onChange={onRole}
        data={Object.entries(roleNames()).map(([value, label]) => ({ value, label }))}
        w={160}
      />
      {session.is_admin && (
        <Checkbox
          label={t('Never signed in')}
          checked={isNeverOnly}
          onChange={(event) => onNeverOnly(event.currentTarget.checked)}
          pb={8}
        />
      )}
    </>
  );
}

function ShownChoice({ shown, onChange }: { shown: Shown; onChange: (shown: Shown) => void }) {
  return (
    <SegmentedControl
      aria-label={t('State')}
      value={shown}
      onChange={(value) => onChange(value as Shown)}
      data={[
        { value: 'active', label: t('Active') },
        { value: 'deactivated', label: t('Deactivated') },
        { value: 'bots', label: t('Bots') },
      ]}
    />
  );
}

interface FoundInOthersProps {
  users: readonly User[];
  search: string;
  shown: Shown;
  onShow: (shown: Shown) => void;
}

/** What is searched may be deactivated, or a bot: whatever else narrows the list. */
function FoundInOthers({ users, search, shown, onShow }: FoundInOthersProps) {
  const found = users.filter((user) => isFound(user, null, search));
  const lists = (['active', 'deactivated', 'bots'] as const)
    .filter((other) => other !== shown)
    .map((other) => {
      const count = found.filter((user) => partOf(user) === other).length;
      return { name: totals[other](count), count, onShow: () => onShow(other) };
    });
  return <FoundElsewhere search={search} lists={lists} />;
}

/** What begins here; a user who is no administrator only looks. */
function Actions() {
  const session = useSession();
  const [, navigate] = useLocation();
  if (!session.is_admin) return null;
  return (
    <Group gap="sm">
      <Button variant="default" onClick={() => navigate('/users/import')}>
        {t('Import')}
      </Button>
      <Button variant="default" onClick={() => navigate('/invites/new')}>
        {t('Invite')}
      </Button>
      <Button variant="default" onClick={() => navigate('/users/new-bot')}>
        {t('Add bot')}
      </Button>
      <Button onClick={() => navigate('/users/new')}>{t('Add user')}</Button>
    </Group>
  );
}

/** The part of the list that is shown: the one that the address names, or the last one. */
function useShown(section: string): [Shown, (shown: Shown) => void] {
  const [last, setLast] = useState<Shown>('active');
  const named = section === 'bots' || section === 'deactivated' ? section : undefined;
  if (named !== undefined && named !== last) setLast(named);
  return [named ?? last, setLast];
}

/** What the number counts: the same as on the overview. */
const totals: Record<Shown, (count: number) => string> = {
  active: (count) => t('{{count}} people', { count, defaultValue_one: '1 person' }),
  deactivated: (count) => t('{{count}} deactivated people', { count, defaultValue_one: '1 deactivated person' }),
  bots: (count) => t('{{count}} bots', { count, defaultValue_one: '1 bot' }),
};

const pathOf = (shown: Shown): string => (shown === 'active' ? '/users' : `/users/${shown}`);

const partOf = (user: User): Shown => (user.is_bot ? 'bots' : user.is_active === false ? 'deactivated' : 'active');

function isFound(user: User, role: string | null, search: string): boolean {
  const found = matches(search, user.full_name) || matches(search, user.delivery_email ?? '');
  return (role === null || user.role === Number(role)) && found;
}

function hint(shown: Shown, search: string, isFiltered: boolean): string {
  if (search.trim() !== '' && isFiltered) return t('No matches. Try a shorter search or remove filters.');
  if (search.trim() !== '') return t('No matches. Try a shorter search.');
  if (isFiltered) return t('No matches for these filters.');
  if (shown === 'bots') return t('No bots yet. Use the button above to add one.');
  return shown === 'deactivated' ? t('No deactivated accounts.') : t('Use the button above to add the first user.');
}
