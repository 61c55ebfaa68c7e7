/**
 * Frame around every screen: the organization's name, the way to everything (navigation, palette, keys), who is signed
 * in, whether the page is live, and whether something is under way.
 */
import { ActionIcon, AppShell, Burger, Button, Flex, Group, Image, Kbd, Progress, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure, useOs } from '@mantine/hooks';
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import icon from '../../../resources/icon.svg';
import { keyName } from '../../client/key-names.ts';
import { lazyPart } from '../../client/lazy-part.ts';
import { t } from '../../client/text.ts';
import { Icon } from '../components/icons.tsx';
import { useProjector } from '../components/projector-mode.ts';
import { LoadingPage } from '../components/states.tsx';
import { useLiveQueries, type Connected } from '../live-queries.ts';
import { Navigation } from '../navigation.tsx';
import { AddressChanged } from '../network/address-changed.tsx';
import { useKeyboard } from '../palette/keyboard.ts';
import { keepTyping } from '../palette/typed-ahead.ts';
import { DesktopNotices } from '../status/desktop-notices.tsx';
import { StatusMenu } from '../status/status-menu.tsx';
import { Unreachable } from '../status/unreachable.tsx';
import { AccountMenu } from './account-menu.tsx';
import { FaultBanner } from './fault-banner.tsx';
import { RestBanner } from './rest-banner.tsx';
import { SampleBadge } from './sample-badge.tsx';

const Palette = lazyPart(async () => (await import('../palette/palette.tsx')).Palette);
const KeyboardHelp = lazyPart(async () => (await import('../palette/help.tsx')).KeyboardHelp);

/** What takes longer shows that it is under way. */
const patienceMs = 300;

interface AppLayoutProps {
  organization: string;
  children: ReactNode;
}

/** What is asked for before there is an event queue has to be asked for again: so nothing is. */
export function AppLayout(props: AppLayoutProps) {
  const connection = useLiveQueries();
  return connection === 'connecting' ? <LoadingPage /> : <Frame {...props} connection={connection} />;
}

function Frame({ organization, connection, children }: AppLayoutProps & { connection: Connected }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [asked, setAsked] = useState(0);
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure(false);
  // Large text leaves no room for the navigation beside the content.
  const { isOn: isLarge } = useProjector();
  const openPalette = (): void => {
    keepTyping();
    setAsked((before) => before + 1);
  };
  useKeyboard({ onPalette: openPalette, onHelp: openHelp });
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 230, breakpoint: 'sm', collapsed: { mobile: !opened, desktop: isLarge && !opened } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a
        className="skip-link"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {t('Skip to content')}
      </a>
      <AppShell.Header>
        <Working />
        <DesktopNotices />
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0} flex={1}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom={isLarge ? undefined : 'sm'}
              size="sm"
              aria-label={opened ? t('Close navigation') : t('Open navigation')}
            />
            <Image src={icon} alt="" w={32} h={32} visibleFrom="xs" />
            {/* Beside the name there is no room for the badge on a phone. */}
            <Flex
              direction={{ base: 'column', xs: 'row' }}
              align={{ base: 'flex-start', xs: 'center' }}
              columnGap="sm"
              miw={0}
            >
              <Text fw={600} lh={1.25} maw="100%" truncate>
                {organization}
              </Text>
              <SampleBadge />
            </Flex>
          </Group>
          <Group gap="sm" wrap="nowrap" style={{ flexShrink: 0 }}>
            <Search onOpen={openPalette} />
            <StatusMenu connection={connection} />
            <AccountMenu onHelp={openHelp} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t('Main')}>
        <Navigation onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {connection === 'lost' && <Unreachable />}
        <AddressChanged />
        <RestBanner />
        <FaultBanner />
        {children}
      </AppShell.Main>
      <Suspense>
        {asked > 0 && <Palette asked={asked} onHelp={openHelp} />}
        {help && <KeyboardHelp onClose={closeHelp} />}
      </Suspense>
    </AppShell>
  );
}

/** Opens the palette; says with which keys that goes faster. */
function Search({ onOpen }: { onOpen: () => void }) {
  const mod = useOs() === 'macos' ? '⌘' : keyName('Ctrl');
  return (
    <>
      <Button
        variant="default"
        size="xs"
        c="dimmed"
        fw={400}
        visibleFrom="sm"
        leftSection={<Icon name="search" size={15} />}
        rightSection={<Kbd size="xs">{t('{{mod}} K', { mod })}</Kbd>}
        onClick={onOpen}
      >
        {t('Go to…')}
      </Button>
      <ActionIcon variant="default" size={34} hiddenFrom="sm" aria-label={t('Go to…')} onClick={onOpen}>
        <Icon name="search" />
      </ActionIcon>
    </>
  );
}

/** A thin line over the page while something that someone waits for is under way. It takes no room. */
function Working() {
  const loading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
  const changing = useIsMutating();
  const isWorking = loading + changing > 0;
  const [isSlow] = useDebouncedValue(isWorking, patienceMs);
  if (!isWorking || !isSlow) return null;
  return (
    <Progress
      value={100}
      animated
      size={3}
      radius={0}
      pos="absolute"
      top={0}
      left={0}
      right={0}
      aria-label={t('In progress')}
    />
  );
}
