/** The first day: what comes next after the set-up, until all of it is done or someone wants to see it no more. */
import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Overview } from '../../../../server/contract/shapes/overview.ts';
import { ownerRole } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { chatAddress } from '../../layout/chat-link.tsx';
import { useNetwork } from '../../network/network.ts';
import { backupsQuery } from '../../restore/backups.ts';
import { useIsDemo } from '../../training/training.ts';

interface Step {
  title: string;
  about: string;
  href: string;
  /** Of another page, to which the browser goes itself. */
  onOpen?: () => void;
  isDone: boolean;
}

export function NextSteps({ overview: { counts } }: { overview: Overview }) {
  const session = useSession();
  const isDemo = useIsDemo();
  const { data: network } = useNetwork();
  const settings = useQuery(backupsQuery).data?.settings;
  const [isHidden, setHidden] = useLocalStorage({ key: 'hearth-next-steps-hidden', defaultValue: false });
  const [isChatOpened, setChatOpened] = useLocalStorage({ key: 'hearth.chat-opened', defaultValue: false });
  const [isAppSeen, setAppSeen] = useLocalStorage({ key: 'hearth-app-seen', defaultValue: false });
  if (session.role !== ownerRole || isDemo !== false || isHidden || network === undefined || settings === undefined)
    return null;
  const steps: Step[] = [
    {
      title: t('Allow your team to connect'),
      about: t('Allow connections from the office network, and get the address and QR code.'),
      href: '/network',
      isDone: network.shared,
    },
    {
      title: t('Invite your team'),
      about: t('By email, link or QR code.'),
      href: '/invites',
      isDone: counts.users > 1,
    },
    {
      title: t('Open chat'),
      about: t('In this browser. Other computers use the same address.'),
      href: chatAddress(),
      onOpen: () => setChatOpened(true),
      isDone: isChatOpened,
    },
    {
      title: t('Get the app'),
      about: t("For phones and computers. The chat's settings show the address and QR code for the app."),
      href: chatAddress('#settings/devices'),
      onOpen: () => setAppSeen(true),
      isDone: isAppSeen,
    },
    {
      title: t('Choose a folder for backups'),
      about: t(
        'On another disk, such as a USB or network drive. Until then, backups are stored on the same disk as the data.',
      ),
      href: '/backups',
      isDone: settings.backup_dir !== '',
    },
  ];
  const open = steps.filter(({ isDone }) => !isDone);
  if (open.length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('Next steps')}>
      <Group justify="space-between" mb="sm">
        <Heading>{t('Next steps')}</Heading>
        <Button size="compact-sm" variant="default" onClick={() => setHidden(true)}>
          {t('Hide')}
        </Button>
      </Group>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {open.map((step) => (
          <li key={step.href}>
            {step.onOpen !== undefined ? (
              <Anchor href={step.href} size="sm" fw={600} onClick={step.onOpen}>
                {step.title}
              </Anchor>
            ) : (
              <Anchor component={Link} href={step.href} size="sm" fw={600}>
                {step.title}
              </Anchor>
            )}
            <Text size="sm" c="dimmed">
              {step.about}
            </Text>
          </li>
        ))}
      </Stack>
      <Text size="sm" c="dimmed" mt="sm">
        {t('{{done}} of {{all}} done.', { done: steps.length - open.length, all: steps.length })}
      </Text>
    </Paper>
  );
}
