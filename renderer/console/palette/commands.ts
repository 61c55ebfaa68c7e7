/** Commands of the palette: screens and what is in them, things to do, and who and what there is. */
import { useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { channelsQuery, groupsQuery, usersQuery } from '../../client/queries.ts';
import { request } from '../../client/request.ts';
import { useSession } from '../../client/session.ts';
import { useCanSignOut } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { addressOf, operationsQuery } from '../api-calls/catalogue.ts';
import { useProjector } from '../components/projector-mode.ts';
import { accountAddress } from '../layout/chat-link.tsx';
import { useConsoleSignOut } from '../layout/sign-out.ts';
import { useOwnScreens, type Screen } from '../screen.ts';
import type { Command } from './search.ts';

export interface CommandGroup {
  group: string;
  commands: Command[];
  /** Listed before anybody has typed. */
  always: boolean;
}

type Navigate = (path: string) => void;

/** @param onHelp shows the keyboard shortcuts. */
export function useCommands(onHelp: () => void): CommandGroup[] {
  const session = useSession();
  const own = useOwnScreens();
  const [, navigate] = useLocation();
  const doings = useDoings(onHelp);
  const found = useThings(navigate);
  return useMemo(() => {
    return [
      { group: t('Screens'), commands: own.map((screen) => toScreen(screen, navigate)), always: true },
      {
        group: t('Actions'),
        commands: [...own.flatMap((screen) => actionsOf(screen, session.is_admin, navigate)), ...doings],
        always: true,
      },
      { group: t('Sections'), commands: own.flatMap((screen) => sectionsOf(screen, navigate)), always: false },
      ...found,
    ];
  }, [own, session.is_admin, navigate, doings, found]);
}

const toScreen = ({ name, path, icon, keywords, keys }: Screen, navigate: Navigate): Command => ({
  id: `screen ${path}`,
  group: t('Screens'),
  name,
  icon,
  keywords,
  ...(keys !== undefined && { keys: `g ${keys}` }),
  run: () => navigate(path),
});

function actionsOf({ path, icon, actions = [] }: Screen, isAdmin: boolean, navigate: Navigate): Command[] {
  return actions
    .filter(({ who }) => who === undefined || isAdmin)
    .map(({ name, section, keywords }) => ({
      id: `action ${name}`,
      group: t('Actions'),
      name,
      icon,
      keywords,
      run: () => navigate(`${path}/${section}`),
    }));
}

function sectionsOf({ name: screen, path, icon, sections = [] }: Screen, navigate: Navigate): Command[] {
  return sections.map(({ name, section, keywords }) => ({
    id: `section ${path}/${section}`,
    group: t('Sections'),
    name,
    description: screen,
    icon,
    keywords,
    run: () => navigate(`${path}/${section}`),
  }));
}

/** What belongs to no screen. */
function useDoings(onHelp: () => void): Command[] {
  const session = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const projector = useProjector();
  const signOut = useConsoleSignOut();
  const canSignOut = useCanSignOut();
  const { mutate: backUp } = useMutation({
    mutationFn: () => request('POST', '/console/backups'),
    onSuccess: () => notifications.show({ color: 'green', message: t('Backup started.') }),
    onError: ({ message }) => notifications.show({ color: 'red', title: t('Could not start the backup'), message }),
  });
  return useMemo(() => {
    const doing = (name: string, icon: Command['icon'], keywords: string, run: () => void, keys?: string): Command => ({
      id: `do ${name}`,
      group: t('Actions'),
      name,
      icon,
      keywords,
      run,
      ...(keys !== undefined && { keys }),
    });
    return [
      ...(session.is_admin ? [doing(t('Back up now'), 'archive', t('backup save copy'), () => backUp())] : []),
      ...(colorScheme === 'light'
        ? []
        : [doing(t('Light theme'), 'sun', t('bright colours'), () => setColorScheme('light'))]),
      ...(colorScheme === 'dark'
        ? []
        : [doing(t('Dark theme'), 'moon', t('night colours'), () => setColorScheme('dark'))]),
      ...(colorScheme === 'auto'
        ? []
        : [doing(t('System theme'), 'computer', t('auto colours light dark'), () => setColorScheme('auto'))]),
      doing(
        projector.isOn ? t('Leave projector mode') : t('Projector mode'),
        'projector',
        t('large text contrast beamer training hide secrets'),
        projector.toggle,
      ),
      doing(t('My chat settings'), 'person', t('change my own password name picture photo api key profile'), () =>
        window.location.assign(accountAddress),
      ),
      doing(t('Keyboard shortcuts'), 'keyboard', t('help keys'), onHelp, '?'),
      ...(canSignOut ? [doing(t('Sign out'), 'leave', t('log out leave'), () => signOut())] : []),
    ];
  }, [
    session.is_admin,
    colorScheme,
    setColorScheme,
    projector.isOn,
    projector.toggle,
    signOut,
    canSignOut,
    backUp,
    onHelp,
  ]);
}

/** Its state first: a long description is cut. */
const asRetired = (state: string, description: string): string =>
  description === '' ? state : `${state}, ${description}`;

/** People, channels, groups and operations of the API, which open on their screens. */
function useThings(navigate: Navigate): CommandGroup[] {
  const session = useSession();
  const { data: users } = useQuery(usersQuery);
  const { data: channels } = useQuery(channelsQuery(session.is_admin));
  const { data: groups } = useQuery(groupsQuery);
  const { data: operations } = useQuery({ ...operationsQuery, enabled: session.is_admin });
  return useMemo(() => {
    const thing = (
      group: string,
      path: string,
      rest: Pick<Command, 'name' | 'icon' | 'description' | 'isRetired'>,
    ): Command => ({
      id: path,
      group,
      ...rest,
      run: () => navigate(path),
    });
    return [
      {
        group: t('Users and bots'),
        always: false,
        commands: (users ?? []).map((user) => {
          const isRetired = user.is_active === false;
          return thing(t('Users and bots'), `/users/${user.user_id}`, {
            name: user.full_name,
            icon: user.is_bot ? 'computer' : 'person',
            description: [isRetired ? t('Deactivated') : null, user.delivery_email]
              .filter((part) => part !== null)
              .join(', '),
            isRetired,
          });
        }),
      },
      {
        group: t('Channels'),
        always: false,
        commands: (channels ?? []).map(({ stream_id: id, name, description, is_archived: isRetired }) =>
          thing(t('Channels'), `/channels/${id}`, {
            name: `#${name}`,
            icon: 'channel',
            description: isRetired ? asRetired(t('Archived'), description) : description,
            isRetired,
          }),
        ),
      },
      {
        group: t('Groups'),
        always: false,
        commands: (groups ?? [])
          .filter(({ is_system_group: isSystem }) => !isSystem)
          .map(({ id, name, description, deactivated: isRetired }) =>
            thing(t('Groups'), `/groups/${id}`, {
              name,
              icon: 'groups',
              description: isRetired ? asRetired(t('Deactivated'), description) : description,
              isRetired,
            }),
          ),
      },
      {
        group: t('API operations'),
        always: false,
        commands: (operations ?? [])
          .filter((operation) => !operation.console)
          .map((operation) =>
            thing(t('API operations'), addressOf(operation), {
              name: `${operation.method} ${operation.path.replace(/^\/api\/v1/, '')}`,
              icon: 'code',
              description: operation.summary,
            }),
          ),
      },
    ];
  }, [users, channels, groups, operations, navigate]);
}
