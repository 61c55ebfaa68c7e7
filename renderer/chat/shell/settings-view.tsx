/** One's own settings, page by page. */
import '../settings/settings.css';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { ListPage } from '../lists/list-page.tsx';
import { useQuietText } from '../parts/quiet-mark.tsx';
import { DevicesPage } from '../settings/devices-page.tsx';
import { NotificationsPage } from '../settings/notifications-page.tsx';
import { PreferencesPage } from '../settings/preferences-page.tsx';
import { ProfilePage } from '../settings/profile-page.tsx';
import { avatarPerson, useChat, useClientState } from '../store/use-chat.ts';
import { QuietButton } from './quiet-button.tsx';
import { PhoneWays } from './view-rows.tsx';

const pages = [
  { section: 'profile', label: () => t('Profile'), icon: 'user', Page: ProfilePage },
  { section: 'notifications', label: () => t('Notifications'), icon: 'bell', Page: NotificationsPage },
  { section: 'preferences', label: () => t('Preferences'), icon: 'settings', Page: PreferencesPage },
  { section: 'devices', label: () => t('Other devices'), icon: 'globe', Page: DevicesPage },
] as const;

export function Settings({ section }: { section: string }) {
  const { section: shown, Page } = pages.find((each) => each.section === section) ?? pages[0];
  const isMe = section === '';
  return (
    <ListPage title={t('Settings')} hasBack={!isMe}>
      {isMe && <Me />}
      <nav className={`filters ${isMe ? 'only-wide' : ''}`} aria-label={t('Settings')}>
        {pages.map(({ section: name, label }) => (
          <a key={name} className="chip" href={`#settings/${name}`} aria-current={name === shown ? 'page' : undefined}>
            {label()}
          </a>
        ))}
      </nav>
      <div className={`settings ${isMe ? 'only-wide' : ''}`}>
        <Page />
      </div>
    </ListPage>
  );
}

/** The tab "Me" of a phone: the reader, the views that have no tab, and the pages of settings. */
function Me() {
  const { session } = useChat();
  const user = useClientState((state) => state.users.users.get(session.user_id));
  const status = useClientState((state) => state.users.statuses.get(session.user_id)?.status_text ?? '');
  const said = useQuietText(session.user_id) ?? status;
  return (
    <div className="only-phone me-page">
      <p className="me-head">
        <Avatar person={avatarPerson(user, session.user_id, session.full_name)} size="2.75rem" />
        <span className="cut">
          <strong>
            <bdi>{user?.full_name ?? session.full_name}</bdi>
          </strong>
          {said !== '' && <small className="cut">{said}</small>}
        </span>
        <QuietButton className="at-end" />
      </p>
      <PhoneWays view={{ kind: 'settings', section: '' }} />
      <nav className="phone-ways only-phone" aria-label={t('Pages of settings')}>
        <ul>
          {pages.map(({ section, label, icon }) => (
            <li key={section}>
              <a className="side-row" href={`#settings/${section}`}>
                <LineIcon name={icon} size={18} />
                <span className="cut">{label()}</span>
                <span className="at-end">
                  <LineIcon name="next" size={16} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
