/** Who is signed in, how this browser likes to see the console, and the way out. */
import { Avatar, Menu, SegmentedControl, Switch, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Icon } from './parts/icons.tsx';
import { Keys } from './parts/keys.tsx';
import { useSession } from './queries.ts';
import { useSignOut } from './sign-out.ts';
import { useProjector } from './view.ts';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const;

export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const session = useSession();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const projector = useProjector();
  return (
    <Menu position="bottom-end" width={264} closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${session.full_name}`} title={session.full_name}>
          <Avatar name={session.full_name} color="gray" variant="filled" size={34} alt="" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} size="sm" c="var(--mantine-color-text)" truncate>
            {session.full_name}
          </Text>
          <Text size="xs" truncate>
            {session.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <SegmentedControl
          aria-label="Theme"
          fullWidth
          size="xs"
          m={4}
          data={[...themes]}
          value={colorScheme}
          onChange={setColorScheme}
        />
        <Menu.Item
          component="div"
          role="menuitemcheckbox"
          aria-checked={projector.isOn}
          leftSection={<Icon name="projector" />}
          rightSection={<Switch checked={projector.isOn} readOnly tabIndex={-1} aria-hidden size="xs" />}
          onClick={projector.toggle}
        >
          Projector mode
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="keyboard" />} rightSection={<Keys keys="?" />} onClick={onHelp}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="leave" />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
