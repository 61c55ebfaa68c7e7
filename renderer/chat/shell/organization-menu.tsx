/** The organization's name, and under it what concerns the whole of it: the console for those who run it, and the way out. */
import icon from '../../../resources/icon-small.svg';
import { useCanSignOut, useSignOut } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { markLandmark } from '../kit/landmarks.ts';
import { openMenu, type MenuEntry } from '../kit/menu-store.ts';
import { reportRefusal } from '../kit/notices.ts';
import { useClientState } from '../store/use-chat.ts';
import { goTo } from '../store/use-view.ts';

export function OrganizationMenu() {
  const name = useClientState((state) => state.organization.realm.name);
  const isAdmin = useClientState((state) => state.users.users.get(state.me)?.is_admin === true);
  const canSignOut = useCanSignOut();
  const { mutateAsync: signOut } = useSignOut();
  const entries = (): MenuEntry[] => [
    { label: t('Browse channels'), icon: 'channel', onPick: () => goTo('#channels') },
    { label: t('Settings'), icon: 'settings', onPick: () => goTo('#settings/profile') },
    { label: t('Keyboard shortcuts'), icon: 'code', keys: '?', onPick: () => goTo('#keyboard-shortcuts') },
    ...(isAdmin
      ? ([
          { label: t('Invite people'), icon: 'users', href: '/console/invites' },
          { label: t('Console'), icon: 'globe', href: '/console/' },
        ] as const)
      : []),
    ...(canSignOut
      ? (['line', { label: t('Sign out'), icon: 'forward', onPick: () => void reportRefusal(signOut()) }] as const)
      : []),
  ];
  return (
    <button
      ref={(element) => (element === null ? undefined : markLandmark('organization', element))}
      type="button"
      className="organization"
      aria-haspopup="menu"
      onClick={({ currentTarget }) => openMenu(name, currentTarget, entries())}
    >
      <img src={icon} alt="" />
      <span className="cut">{name}</span>
      <LineIcon name="down" size={16} />
    </button>
  );
}
