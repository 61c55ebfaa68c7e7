/** One's own settings, page by page. */
import '../settings/settings.css';
import { t } from '../../client/text.ts';
import { ListPage } from '../lists/list-page.tsx';
import { DevicesPage } from '../settings/devices-page.tsx';
import { NotificationsPage } from '../settings/notifications-page.tsx';
import { PreferencesPage } from '../settings/preferences-page.tsx';
import { ProfilePage } from '../settings/profile-page.tsx';
import { PhoneWays } from './view-rows.tsx';

const pages = [
  { section: 'profile', label: () => t('Profile'), Page: ProfilePage },
  { section: 'notifications', label: () => t('Notifications'), Page: NotificationsPage },
  { section: 'preferences', label: () => t('Preferences'), Page: PreferencesPage },
  { section: 'devices', label: () => t('Other devices'), Page: DevicesPage },
] as const;

export function Settings({ section }: { section: string }) {
  const { section: shown, Page } = pages.find((each) => each.section === section) ?? pages[0];
  return (
    <ListPage title={t('Settings')}>
      {shown === 'profile' && <PhoneWays view={{ kind: 'settings', section }} />}
      <nav className="filters" aria-label={t('Settings')}>
        {pages.map(({ section: name, label }) => (
          <a key={name} className="chip" href={`#settings/${name}`} aria-current={name === shown ? 'page' : undefined}>
            {label()}
          </a>
        ))}
      </nav>
      <div className="settings">
        <Page />
      </div>
    </ListPage>
  );
}
