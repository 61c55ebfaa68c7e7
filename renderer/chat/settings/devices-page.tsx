/** Signed-in sessions, other devices and programs: the address they connect to, and the key with which they sign in. */
import { t } from '../../client/text.ts';
import { OtherDevices } from './other-devices.tsx';
import { Sessions } from './sessions.tsx';
import { SettingGroup } from './setting-controls.tsx';
import { SignInLinks } from './sign-in-links.tsx';

export function DevicesPage() {
  return (
    <>
      <SettingGroup title={t('Active sessions')}>
        <Sessions />
      </SettingGroup>
      <SignInLinks />
      <SettingGroup title={t('Connect another device')}>
        <OtherDevices />
      </SettingGroup>
    </>
  );
}
