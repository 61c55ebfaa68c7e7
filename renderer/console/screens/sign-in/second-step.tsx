/** The second step of signing in to the console: the code of the authenticator app, or its set-up where it is required. */
import { Alert, Anchor, Button, Code, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import {
  groupedSecret,
  recoveryText,
  signInProblem,
  useRequiredSetup,
  type Credentials,
  type SignInSteps,
} from '../../../client/two-factor.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { FocusFirst } from '../../../components/focus-first.tsx';
import { printText } from '../../../components/print-text.ts';
import { QrCode } from '../../../components/qr-code.tsx';
import { saveFile } from '../../../components/save-file.ts';

export function Problem({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <Alert color="red" role="alert">
      {signInProblem(error)}
    </Alert>
  );
}

interface CodeFieldsProps {
  label: string;
  button: string;
  isPending: boolean;
  isRecovery?: boolean;
  onCode: (code: string) => void;
}

function CodeFields({ label, button, isPending, isRecovery = false, onCode }: CodeFieldsProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCode(String(new FormData(event.currentTarget).get('two_factor_code')));
      }}
    >
      <Stack>
        <FocusFirst key={label}>
          <TextInput
            name="two_factor_code"
            label={label}
            autoComplete="one-time-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize="off"
            spellCheck={false}
            maxLength={100}
            required
          />
        </FocusFirst>
        <Button type="submit" loading={isPending}>
          {button}
        </Button>
      </Stack>
    </form>
  );
}

export function CodeStep({ steps }: { steps: SignInSteps }) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <Stack>
      <Text size="sm">
        {isRecovery
          ? t('Enter one of the recovery codes that you saved when you set up two-factor sign-in. Each works once.')
          : t('Open your authenticator app and enter the code that it shows.')}
      </Text>
      <Problem error={steps.error} />
      <CodeFields
        label={isRecovery ? t('Recovery code') : t('Code')}
        button={t('Sign in')}
        isPending={steps.isPending}
        isRecovery={isRecovery}
        onCode={steps.sendCode}
      />
      <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? t('Use authenticator app') : t('Use a recovery code')}
      </Anchor>
      <Text size="sm" c="dimmed">
        {t(
          'Lost both? Ask another owner to reset two-factor sign-in (Organization > Sign-in). If there is no other owner, start the server with --reset-two-factor and your email address.',
        )}
      </Text>
      <Anchor component="button" type="button" size="sm" ta="start" onClick={steps.goBack}>
        {t('Back')}
      </Anchor>
    </Stack>
  );
}

interface SetupStepProps {
  proved: Credentials;
  organization: string;
  onDone: (session: Session) => void;
  onBack: () => void;
}

export function SetupStep({ proved, organization, onDone, onBack }: SetupStepProps) {
  const { offered, done, error, isPending, begin, sendCode } = useRequiredSetup(proved);
  if (done !== undefined) {
    const { recovery_codes: codes, ...session } = done;
    return <Codes codes={codes} organization={organization} onDone={() => onDone(session)} />;
  }
  return (
    <Stack>
      <Text size="sm">
        {t(
          'Your organization requires two-factor sign-in. You sign in with your password and a code from an app on your phone.',
        )}
      </Text>
      {offered === undefined ? (
        <>
          <Problem error={error} />
          <Button onClick={begin} loading={isPending}>
            {t('Set up two-factor sign-in')}
          </Button>
        </>
      ) : (
        <>
          <Text size="sm">
            {t(
              'Scan the QR code with an authenticator app on your phone, such as Aegis, 2FAS, Google Authenticator or Microsoft Authenticator.',
            )}
          </Text>
          <QrCode text={offered.otpauth_url} label={t('QR code of the secret key')} size={176} />
          <Text size="sm">{t('Or enter this secret key in the app:')}</Text>
          <Group gap="xs">
            <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {groupedSecret(offered.secret)}
            </Code>
            <CopyText text={offered.secret} label={t('secret')} />
          </Group>
          <Problem error={error} />
          <CodeFields
            label={t('Code from the app')}
            button={t('Turn on two-factor sign-in')}
            isPending={isPending}
            onCode={sendCode}
          />
        </>
      )}
      <Anchor component="button" type="button" size="sm" ta="start" onClick={onBack}>
        {t('Back')}
      </Anchor>
    </Stack>
  );
}

function Codes({ codes, organization, onDone }: { codes: string[]; organization: string; onDone: () => void }) {
  const title = t('Recovery codes for {{organization}}', { organization });
  return (
    <Stack component="section" aria-label={title}>
      <Text size="sm">
        {t(
          'Save these recovery codes in a place you can reach without your phone. Each code works once instead of a code from the app. They are not shown again.',
        )}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {codes.map((code) => (
          <Code key={code} fz="sm">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyText text={recoveryText(codes)} label={t('recovery codes')} />
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => saveFile('recovery-codes.txt', `${title}\n\n${recoveryText(codes)}`, 'text/plain')}
        >
          {t('Download')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => printText(title, codes)}>
          {t('Print')}
        </Button>
      </Group>
      <Button onClick={onDone}>{t('Continue')}</Button>
    </Stack>
  );
}
