/** Account menu with the signed-in user, display settings and sign-out. */
import {
  Avatar,
  Menu,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { useSession } from '../../client/session.ts';
import { useCanSignOut } from '../../client/session.ts';
import { perLanguage, t } from '../../client/text.ts';
import { Icon } from '../components/icons.tsx';
import { Keys } from '../components/keys.tsx';
import { useProjector } from '../components/projector-mode.ts';
import { accountAddress, chatAddress } from './chat-link.tsx';
import { useConsoleSignOut } from './sign-out.ts';

const themes = perLanguage(
  () =>
    [
      { value: 'light', label: t('Light theme'), icon: 'sun' },
      { value: 'dark', label: t('Dark theme'), icon: 'moon' },
      { value: 'auto', label: t('System theme'), icon: 'computer' },
    ] as const,
);

export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const session = useSession();
  const signOut = useConsoleSignOut();
  const canSignOut = useCanSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const projector = useProjector();
  return (
    <Menu position="bottom-end" width={264} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton title={session.full_name}>
          <VisuallyHidden>{t('Account: {{fullName}}', { fullName: session.full_name })}</VisuallyHidden>
          <Avatar name={session.full_name} color="dusk" variant="filled" size={34} alt="" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="span" display="block" fw={600} size="sm" truncate>
            {session.full_name}
          </Text>
          <Text component="span" display="block" size="xs" c="dimmed" truncate>
            {session.email}
          </Text>
        </Menu.Label>
        <Menu.Item component="a" href={accountAddress} leftSection={<Icon name="person" />}>
          {t('My chat settings')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.RadioGroup value={colorScheme} onChange={(chosen) => setColorScheme(chosen as MantineColorScheme)}>
          {themes().map(({ value, label, icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon name={icon} />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem
          checked={projector.isOn}
          onChange={projector.toggle}
          rightSection={<Icon name="projector" />}
        >
          {t('Projector mode')}
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.Item component="a" href={chatAddress()} leftSection={<Icon name="message" />}>
          {t('Open chat')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="keyboard" />} rightSection={<Keys keys="?" />} onClick={onHelp}>
          {t('Keyboard shortcuts')}
        </Menu.Item>
        {canSignOut && (
          <Menu.Item leftSection={<Icon name="leave" />} onClick={signOut}>
            {t('Sign out')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
