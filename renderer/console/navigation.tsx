/** The main navigation: the screens that this person may open, by group. */
import { AppShell, Box, NavLink, ScrollArea, Text } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { Icon } from './components/icons.tsx';
import { groupNames, isAt, useOwnScreens } from './screen.ts';

export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const [location] = useLocation();
  const own = useOwnScreens();
  return (
    <AppShell.Section grow component={ScrollArea} type="hover" scrollbarSize={6} mx={-4} px={4}>
      {Object.entries(groupNames()).map(([group, name]) => {
        const inGroup = own.filter((screen) => screen.group === group);
        if (inGroup.length === 0) return null;
        return (
          <Box key={group} mb={4}>
            {name !== '' && (
              <Text id={`screens-${group}`} size="xs" fw={600} c="dimmed" px="sm" py={2}>
                {name}
              </Text>
            )}
            <Box component="ul" m={0} p={0} aria-labelledby={name === '' ? undefined : `screens-${group}`}>
              {inGroup.map((screen) => (
                <li key={screen.path} style={{ listStyle: 'none' }}>
                  <NavLink
                    component={Link}
                    href={screen.path}
                    label={screen.name}
                    leftSection={<Icon name={screen.icon} />}
                    rightSection={screen.Count === undefined ? undefined : <screen.Count />}
                    active={isAt(location, screen)}
                    aria-current={isAt(location, screen) ? 'page' : undefined}
                    onClick={onNavigate}
                    // Loaded before it is pressed, so that it opens at once.
                    onPointerEnter={() => void screen.load()}
                    onFocus={() => void screen.load()}
                    py={4}
                    mih={32}
                    style={{ borderRadius: 'var(--mantine-radius-md)' }}
                  />
                </li>
              ))}
            </Box>
          </Box>
        );
      })}
    </AppShell.Section>
  );
}
