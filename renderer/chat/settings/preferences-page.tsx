/** How the chat looks, reads and sends. */
import { t } from '../../client/text.ts';
import { keepsDrawn, newsFirst, opensAtNewest } from '../kit/stored-switch.ts';
import { SettingChoice, StoredSettingSwitch, UserSettings } from './setting-controls.tsx';
import { timeZones } from './time-zones.ts';

export function PreferencesPage() {
  return (
    <>
      <UserSettings of="appearance" />
      <UserSettings of="reading">
        <StoredSettingSwitch
          stored={opensAtNewest}
          label={t('Open at the newest message')}
          note={t('Otherwise at the first that you have not read. For this browser.')}
        />
        <StoredSettingSwitch
          stored={newsFirst}
          label={t('Channels with news first')}
          note={t('The newest before all; otherwise by name. For this browser.')}
        />
        <StoredSettingSwitch
          stored={keepsDrawn}
          label={t('Keep 250 messages on the page')}
          note={t(
            'For screen readers, and to find words with the browser. Scrolling may be less smooth. For this browser.',
          )}
        />
      </UserSettings>
      <UserSettings of="topics" />
      <UserSettings of="writing" />
      <UserSettings of="privacy">
        <SettingChoice
          name="timezone"
          label={t('Your time zone')}
          note={t('Others see your local time on your card.')}
          choices={[
            { value: '', label: t('Not set') },
            ...timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
          ]}
        />
      </UserSettings>
    </>
  );
}
