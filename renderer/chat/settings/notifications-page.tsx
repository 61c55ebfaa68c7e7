/** Notification settings and the abilities of this browser. */
import { useQuery } from '@tanstack/react-query';
import { firstRunQuery } from '../../client/queries.ts';
import { t } from '../../client/text.ts';
import { Alerts } from '../notify/alerts.tsx';
import { useClientState } from '../store/use-chat.ts';
import { AlertWords } from './alert-words.tsx';
import { BrowserPush } from './browser-push.tsx';
import { Phones } from './phones.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { SettingGroup, UserSettings } from './setting-controls.tsx';

export function NotificationsPage() {
  return (
    <>
      <SettingGroup title={t('On this device')}>
        <Alerts />
      </SettingGroup>
      <SettingGroup title={t('While the chat is closed')}>
        <BrowserPush />
      </SettingGroup>
      <SettingGroup title={t('On my phone')}>
        <Phones />
      </SettingGroup>
      <SettingGroup title={t('Do not disturb')}>
        <QuietHours />
      </SettingGroup>
      <UserSettings of="phones" />
      <UserSettings of="desktop" />
      <SettingGroup title={t('Alert words')}>
        <AlertWords />
      </SettingGroup>
      <UserSettings of="sounds" />
      <UserSettings of="badge" />
      <UserSettings of="email" before={<NoMail />} />
    </>
  );
}

/** What is chosen here is kept, and sends nothing before there is a mail server. */
function NoMail() {
  const sendsMail = useQuery(firstRunQuery).data?.sends_mail;
  const isOwner = useClientState((state) => state.users.users.get(state.me)?.is_owner === true);
  if (sendsMail !== false) return null;
  return (
    <p className="field-note">
      {t("Email isn't set up yet. These settings apply once it is.")}
      {isOwner && (
        <>
          {' '}
          <a className="text-link" href="/console/organization/mail">
            {t('Set up mail server')}
          </a>
        </>
      )}
    </p>
  );
}
