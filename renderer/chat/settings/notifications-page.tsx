/** What tells of new messages, and what this browser lets a page do for that. */
import { useQuery } from '@tanstack/react-query';
import { firstRunQuery } from '../../client/queries.ts';
import { t } from '../../client/text.ts';
import { Alerts } from '../notify/alerts.tsx';
import { useClientState } from '../store/use-chat.ts';
import { AlertWords } from './alert-words.tsx';
import { SettingChoice, SettingGroup, SettingSwitch } from './setting-controls.tsx';

export function NotificationsPage() {
  const sounds = useClientState((state) => state.settings.available_notification_sounds);
  return (
    <>
      <SettingGroup title={t('On this device')}>
        <Alerts />
      </SettingGroup>
      <SettingGroup title={t('Tell me of')}>
        <SettingSwitch name="enable_desktop_notifications" label={t('Direct messages, mentions and alert words')} />
        <SettingSwitch name="enable_followed_topic_desktop_notifications" label={t('Topics I follow')} />
        <SettingSwitch
          name="enable_stream_desktop_notifications"
          label={t('Everything in my channels')}
          note={t('A channel may have a choice of its own.')}
        />
        <SettingSwitch
          name="wildcard_mentions_notify"
          label={t('Mentions of everybody')}
          note={t('Such as @all, where channels do not say otherwise.')}
        />
        <SettingSwitch
          name="enable_followed_topic_wildcard_mentions_notify"
          label={t('Mentions of everybody in topics I follow')}
        />
        <SettingSwitch
          name="pm_content_in_desktop_notifications"
          label={t('With the words of direct messages')}
          note={t('Otherwise only who wrote is told.')}
        />
      </SettingGroup>
      <SettingGroup title={t('Alert words')}>
        <AlertWords />
      </SettingGroup>
      <SettingGroup title={t('Sounds')}>
        <SettingSwitch name="enable_sounds" label={t('A sound for direct messages, mentions and alert words')} />
        <SettingSwitch name="enable_followed_topic_audible_notifications" label={t('A sound for topics I follow')} />
        <SettingSwitch name="enable_stream_audible_notifications" label={t('A sound for everything in my channels')} />
        <SettingChoice
          name="notification_sound"
          label={t('Sound')}
          choices={[
            { value: 'none', label: t('None') },
            ...(sounds ?? []).map((name) => ({ value: name, label: name })),
          ]}
        />
      </SettingGroup>
      <SettingGroup title={t('Count in the title and on the icon')}>
        <SettingChoice
          name="desktop_icon_count_display"
          label={t('What is counted')}
          choices={[
            { value: 1, label: t('All unread messages') },
            { value: 2, label: t('Direct messages, mentions and followed topics') },
            { value: 3, label: t('Direct messages and mentions') },
            { value: 4, label: t('Nothing') },
          ]}
        />
      </SettingGroup>
      <SettingGroup title={t('By email')}>
        <NoMail />
        <SettingSwitch
          name="enable_offline_email_notifications"
          label={t('Direct messages and mentions while I am away')}
        />
        <SettingSwitch name="enable_followed_topic_email_notifications" label={t('Topics I follow')} />
        <SettingSwitch
          name="enable_stream_email_notifications"
          label={t('Everything in my channels')}
          note={t('A channel may have a choice of its own.')}
        />
        <SettingSwitch name="enable_digest_emails" label={t('A digest after some days away')} />
        <SettingSwitch name="enable_login_emails" label={t('Sign-ins with a new browser or program')} />
        <SettingSwitch name="message_content_in_email_notifications" label={t('With the words of the messages')} />
      </SettingGroup>
    </>
  );
}

/** What is chosen here is kept, and tells nobody of anything before there is a mail server. */
function NoMail() {
  const sendsMail = useQuery(firstRunQuery).data?.sends_mail;
  const isOwner = useClientState((state) => state.users.users.get(state.me)?.is_owner === true);
  if (sendsMail !== false) return null;
  return (
    <p className="field-note">
      {t('This server sends no mail yet: what you choose here counts once it does.')}
      {isOwner && (
        <>
          {' '}
          <a className="text-link" href="/console/organization/mail">
            {t('Set up a mail server')}
          </a>
        </>
      )}
    </p>
  );
}
