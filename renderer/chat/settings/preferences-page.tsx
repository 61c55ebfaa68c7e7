/** Preferences for appearance, reading and sending. */
import { offeredLanguages } from '../../client/language.ts';
import { t } from '../../client/text.ts';
import { keepsDrawn, newsFirst, opensAtNewest } from '../kit/stored-switch.ts';
import { SettingChoice, StoredSettingSwitch, UserSettings } from './setting-controls.tsx';
import { timeZones } from './time-zones.ts';

export function PreferencesPage() {
  return (
    <>
      <UserSettings
        of="appearance"
        before={
          <SettingChoice
            name="default_language"
            label={t('Language')}
            choices={offeredLanguages().map(({ tag, name }) => ({ value: tag, label: name }))}
          />
        }
      />
      <UserSettings of="reading">
        <StoredSettingSwitch
          stored={opensAtNewest}
          label={t('Open conversations at the newest message')}
          note={t('Off: open at the first unread message. This browser only.')}
        />
        <StoredSettingSwitch
          stored={newsFirst}
          label={t('Sort channels by unread')}
          note={t('Most recent first; off: alphabetical. This browser only.')}
        />
        <StoredSettingSwitch
          stored={keepsDrawn}
          label={t('Keep 250 messages on the page')}
          note={t("For screen readers and the browser's text search. Scrolling may be slower. This browser only.")}
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
