/** Two-factor sign-in of one's own account: turning it on and off, and new recovery codes. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '../../client/api.ts';
import { dateFormat } from '../../client/formats.ts';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { FocusFirst } from '../../components/focus-first.tsx';
import { CodeField } from '../kit/code-form.tsx';
import { PasswordField } from '../kit/fields.tsx';
import { showNotice } from '../kit/notices.ts';
import { SignInError } from '../kit/sign-in-error.tsx';
import { useWait } from '../kit/use-wait.ts';
import { useClientState } from '../store/use-chat.ts';
import { SettingGroup } from './setting-controls.tsx';
import { RecoveryCodes, SetupForm } from './two-factor-setup.tsx';
import '../kit/entry.css';
import '../kit/entry-small.css';

const ownQuery = queryOptions({
  queryKey: ['own-two-factor'],
  queryFn: async ({ signal }) => request('GET', '/console/two_factor', {}, signal),
  staleTime: 0,
});

type Own = AnswerOf<'GET', '/console/two_factor'>;
type Task = 'set up' | 'codes' | 'turn off';

const day = dateFormat({ dateStyle: 'medium' });

/** Nothing for users who sign in elsewhere: their second factor is set up there. */
export function TwoFactor() {
  const client = useQueryClient();
  const { data: own } = useQuery(ownQuery);
  const organization = useClientState((state) => state.organization.realm.name);
  const [task, setTask] = useState<Task | null>(null);
  const [codes, setCodes] = useState<readonly string[]>();
  if (own?.is_available !== true) return null;
  const end = async (): Promise<void> => {
    setTask(null);
    await client.invalidateQueries(ownQuery);
  };
  const showCodes = async (made: readonly string[]): Promise<void> => {
    setCodes(made);
    await end();
  };
  return (
    <SettingGroup title={t('Two-factor sign-in')}>
      {codes !== undefined ? (
        <RecoveryCodes
          codes={codes}
          organization={organization}
          doneLabel={t("I've saved the codes")}
          onDone={() => setCodes(undefined)}
        />
      ) : task === null ? (
        <State own={own} onTask={setTask} />
      ) : task === 'set up' ? (
        <SetUp onDone={showCodes} onCancel={() => setTask(null)} />
      ) : (
        <Confirm task={task} onCodes={showCodes} onOff={end} onCancel={() => setTask(null)} />
      )}
    </SettingGroup>
  );
}

function State({ own, onTask }: { own: Own; onTask: (task: Task) => void }) {
  return (
    <>
      <p className="field-note">{stateSentence(own)}</p>
      {own.is_on && own.recovery_codes_left < 4 && (
        <output>{t('Few recovery codes are left. Create new ones before you run out.')}</output>
      )}
      <p className="field-note">
        {t(
          'API keys of apps and scripts keep working without a code. To revoke them, change your password and replace the API key.',
        )}
      </p>
      <div className="setting-buttons">
        {!own.is_on && (
          <button type="button" className="button" onClick={() => onTask('set up')}>
            {t('Set up two-factor sign-in')}
          </button>
        )}
        {own.is_on && (
          <button type="button" className="button" onClick={() => onTask('codes')}>
            {t('Create new recovery codes')}
          </button>
        )}
        {own.is_on && !own.is_required && (
          <button type="button" className="button" onClick={() => onTask('turn off')}>
            {t('Turn off')}
          </button>
        )}
      </div>
    </>
  );
}

function stateSentence(own: Own): string {
  if (!own.is_on)
    return own.is_required
      ? t('Off. Your organization requires it. Set it up here, or at your next sign-in.')
      : t('Off. When it is on, you sign in with your password and a code from an app on your phone.');
  const left = t('{{count}} recovery codes are left.', {
    count: own.recovery_codes_left,
    defaultValue_one: '{{count}} recovery code is left.',
  });
  const since = t('On since {{day}}.', { day: day.format((own.turned_on_at ?? 0) * 1000) });
  return own.is_required ? `${since} ${left} ${t('Your organization requires it.')}` : `${since} ${left}`;
}

function Cancel({ onCancel }: { onCancel: () => void }) {
  return (
    <p className="entry-fine">
      <button type="button" className="text-link" onClick={onCancel}>
        {t('Cancel')}
      </button>
    </p>
  );
}

/** First the password, then the app. */
function SetUp({ onDone, onCancel }: { onDone: (codes: string[]) => Promise<void>; onCancel: () => void }) {
  const begin = useMutation({
    mutationFn: async (password: string) => request('POST', '/console/two_factor/setup', { password }),
  });
  const complete = useMutation({
    mutationFn: async (code: string) =>
      request('POST', '/console/two_factor', {
        setup_token: begin.data?.setup_token ?? '',
        two_factor_code: code,
      }),
    onSuccess: async ({ recovery_codes: codes }) => onDone(codes),
  });
  const wait = useWait(begin.error);
  if (begin.data !== undefined)
    return (
      <>
        <SetupForm
          offered={begin.data}
          error={complete.error}
          isPending={complete.isPending}
          onCode={(code) => complete.mutate(code)}
        />
        <Cancel onCancel={onCancel} />
      </>
    );
  return (
    <form
      className="two-factor"
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate(String(new FormData(event.currentTarget).get('password')));
      }}
    >
      <SignInError error={begin.error} wait={wait} />
      <FocusFirst>
        <PasswordField name="password" label={t('Your password')} autoComplete="current-password" required />
      </FocusFirst>
      <button type="submit" className="button primary entry-submit" disabled={begin.isPending || wait > 0}>
        {t('Continue')}
      </button>
      <Cancel onCancel={onCancel} />
    </form>
  );
}

interface ConfirmProps {
  task: 'codes' | 'turn off';
  onCodes: (codes: string[]) => Promise<void>;
  onOff: () => Promise<void>;
  onCancel: () => void;
}

/** Both factors, before one of them changes. */
function Confirm({ task, onCodes, onOff, onCancel }: ConfirmProps) {
  const act = useMutation({
    mutationFn: async (sent: { password: string; two_factor_code: string }) => {
      if (task === 'codes') return (await request('POST', '/console/two_factor/recovery_codes', sent)).recovery_codes;
      await request('DELETE', '/console/two_factor', sent);
      return null;
    },
    onSuccess: async (codes) => {
      if (codes !== null) return onCodes(codes);
      showNotice(t('Two-factor sign-in turned off.'));
      return onOff();
    },
  });
  const wait = useWait(act.error);
  return (
    <form
      className="two-factor"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        act.mutate({
          password: String(form.get('password')),
          two_factor_code: String(form.get('two_factor_code')),
        });
      }}
    >
      <p>
        {task === 'codes'
          ? t('Your previous recovery codes stop working.')
          : t('You then sign in with your password only. Your recovery codes stop working.')}
      </p>
      <SignInError error={act.error} wait={wait} />
      <FocusFirst>
        <PasswordField name="password" label={t('Your password')} autoComplete="current-password" required />
      </FocusFirst>
      <CodeField label={t('Code from the app, or a recovery code')} isRecovery />
      <button type="submit" className="button primary entry-submit" disabled={act.isPending || wait > 0}>
        {task === 'codes' ? t('Create new recovery codes') : t('Turn off two-factor sign-in')}
      </button>
      <Cancel onCancel={onCancel} />
    </form>
  );
}
