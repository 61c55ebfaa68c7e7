/**
 * The first run: four ways to begin. Each needs the one-time token that the server printed; the link carries it behind the "#",
 * so that it is in no log. Without it, the person is asked for it first.
 */
import { Button, Stack, TextInput, Box, Group, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearch } from 'wouter';
import { ApiError, request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { AuthLayout } from '../../components/auth-layout.tsx';
import { Icon, type IconName } from '../../components/icons.tsx';
import { Failure, LoadingPage } from '../../components/states.tsx';
import classes from './begin-card.module.css';
import { BringTeam } from './bring-team.tsx';
import { EnterSample } from './enter-sample.tsx';
import { RestoreFirst } from './restore-first.tsx';
import { TeamForm } from './team-form.tsx';

type Way = 'team' | 'import' | 'backup' | 'sample';

export function Welcome() {
  const [token, setToken] = useState(() => tokenIn(window.location.hash));
  // In the address, so that the browser's Back leads to the choice, too.
  const way = new URLSearchParams(useSearch()).get('begin');
  const setWay = (chosen: Way): void => window.history.pushState(null, '', addressOf(chosen));
  const back = {
    onBack: () => window.history.replaceState(null, '', addressOf(null)),
    onForgetLink: () => setToken(''),
  };
  const check = useQuery({
    queryKey: ['setup-link', token],
    enabled: token !== '',
    // A link that is wrong counts as a failed sign-in: it is tried once.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => request('POST', '/console/setup/check', { token }, signal),
  });
  const { error } = check;
  const refusal = error instanceof ApiError && error.code === 'INVALID_SETUP_TOKEN' ? error.message : null;
  if (token === '' || refusal !== null) return <AskForLink onToken={setToken} refusal={refusal} />;
  if (error !== null) return <Failure error={error} onRetry={() => void check.refetch()} />;
  if (check.isPending) return <LoadingPage />;
  if (way === 'team') return <TeamForm token={token} {...back} />;
  if (way === 'import') return <BringTeam token={token} {...back} />;
  if (way === 'backup') return <RestoreFirst token={token} {...back} />;
  if (way === 'sample') return <EnterSample token={token} {...back} />;
  return (
    <AuthLayout
      title={t('Welcome to Hearth')}
      description={t("Your team's chat server runs on this computer. How would you like to start?")}
    >
      <Stack gap="sm">
        <BeginCard icon="people" title={t('Set up my team')} onChoose={() => setWay('team')}>
          {t('Name your organization and create your account. Takes a minute.')}
        </BeginCard>
        <BeginCard icon="groups" title={t('Bring your team')} onChoose={() => setWay('import')}>
          {t('From Slack, Mattermost or Zulip, with its users, channels, messages and files.')}
        </BeginCard>
        <BeginCard icon="archive" title={t('Restore a backup')} onChoose={() => setWay('backup')}>
          {t('From this or another computer. Restores accounts, messages and files.')}
        </BeginCard>
        <BeginCard icon="flask" title={t('Try with sample data')} onChoose={() => setWay('sample')}>
          {t('Explore the office of a made-up team. You can leave at any time.')}
        </BeginCard>
      </Stack>
    </AuthLayout>
  );
}

/** Of this page, with the token where it was. */
const addressOf = (way: Way | null): string =>
  `${window.location.pathname}${way === null ? '' : `?begin=${way}`}${window.location.hash}`;

interface AskForLinkProps {
  onToken: (token: string) => void;
  /** What the server says of the link that was opened; null where there was none. */
  refusal: string | null;
}

function AskForLink({ onToken, refusal }: AskForLinkProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  return (
    <AuthLayout
      title={t('Welcome to Hearth')}
      description={t('This server is new. Open the one-time setup link that the server printed.')}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const token = tokenIn(text);
          if (token === '') setError(t('Open the setup link that the server printed, or paste the link here.'));
          else onToken(token);
        }}
      >
        <Stack>
          <TextInput
            label={t('Setup link')}
            description={t(
              'The server printed it at its start or when its sample data was removed. Only the newest link works.',
            )}
            required
            value={text}
            error={error ?? refusal}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit">{t('Continue')}</Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}

/** The token in a whole link, or in what was pasted of it. */
function tokenIn(text: string): string {
  return /(?:#|^)token=([^&\s]+)/.exec(text)?.[1] ?? text.trim().replace(/^#.*$/, '');
}

interface BeginCardProps {
  icon: IconName;
  title: string;
  onChoose: () => void;
  children: ReactNode;
}

/** One way to begin, as a large button that says what it leads to. */
function BeginCard({ icon, title, onChoose, children }: BeginCardProps) {
  return (
    <UnstyledButton className={classes['card']} onClick={onChoose}>
      <Group wrap="nowrap" gap="md">
        <Box c="dusk" style={{ display: 'flex' }}>
          <Icon name={icon} size={28} />
        </Box>
        <Box>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        </Box>
      </Group>
    </UnstyledButton>
  );
}
