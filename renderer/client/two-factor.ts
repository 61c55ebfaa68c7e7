/** Signing in step by step: the password, then the code of a second factor or its set-up. For chat and console. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from './api.ts';
import { dateFormat } from './formats.ts';
import { ApiError, request } from './request.ts';
import { t } from './text.ts';

/** What a sign-in sends. */
export interface Credentials {
  username: string;
  password: string;
  two_factor_code?: string;
}

/** What the page asks for. */
export type SignInStep = 'password' | 'code' | 'setup';

const stepOfCode: Readonly<Record<string, SignInStep>> = {
  TWO_FACTOR_REQUIRED: 'code',
  TWO_FACTOR_SETUP_REQUIRED: 'setup',
  AUTHENTICATION_FAILED: 'password',
};

const stepAfter = (error: unknown): SignInStep | undefined =>
  error instanceof ApiError ? stepOfCode[error.code] : undefined;

export interface SignInSteps {
  step: SignInStep;
  /** The password that was right; null before. */
  proved: Credentials | null;
  /** Why the last attempt did not do; null where it only led to the next step. */
  error: Error | null;
  isPending: boolean;
  signIn: (credentials: Credentials) => void;
  sendCode: (code: string) => void;
  /** Asks for a code: the second factor has just been set up. */
  askCode: () => void;
  goBack: () => void;
}

/** @param send one attempt. @param onDone gets its answer. */
export function useSignInSteps<T>(
  send: (credentials: Credentials) => Promise<T>,
  onDone: (answer: T) => void,
): SignInSteps {
  const [state, setState] = useState<{ step: SignInStep; proved: Credentials | null }>({
    step: 'password',
    proved: null,
  });
  const attempt = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error, { username, password }) => {
      const step = stepAfter(error);
      if (step !== undefined) setState({ step, proved: step === 'password' ? null : { username, password } });
    },
  });
  const isOnlyNext = stepAfter(attempt.error) !== undefined && stepAfter(attempt.error) !== 'password';
  return {
    ...state,
    error: isOnlyNext ? null : attempt.error,
    isPending: attempt.isPending,
    signIn: (credentials) => attempt.mutate(credentials),
    sendCode: (code) => {
      if (state.proved !== null) attempt.mutate({ ...state.proved, two_factor_code: code });
    },
    askCode: () => setState({ ...state, step: 'code' }),
    goBack: () => {
      attempt.reset();
      setState({ step: 'password', proved: null });
    },
  };
}

const timeOfDay = dateFormat({ timeStyle: 'short' });

/** The sentence of an error; of a wrong code with the server's time as this computer writes it. */
export function signInProblem(error: Error): string {
  // The API speaks of usernames; the form has an email address.
  if (error.message === 'Your username or password is incorrect') return t('Your email or password is incorrect.');
  const time = error instanceof ApiError ? error.fields['server_time'] : undefined;
  if (!(error instanceof ApiError) || error.code !== 'TWO_FACTOR_FAILED' || typeof time !== 'number')
    return error.message;
  return t(
    "Wrong code, or a code that was already used. The server's clock shows {{time}}. If your phone shows another time, correct it, or use a recovery code.",
    { time: timeOfDay.format(time * 1000) },
  );
}

/** What a set-up gives to an authenticator app. */
export type OfferedSecret = AnswerOf<'POST', '/console/two_factor/setup'>;
type SetUpSession = AnswerOf<'POST', '/console/sign_in/two_factor'>;

/** The set-up that a sign-in requires. */
export interface RequiredSetup {
  /** undefined until `begin` was answered. */
  offered: OfferedSecret | undefined;
  /** The session with its recovery codes, once the first code was right. */
  done: SetUpSession | undefined;
  error: Error | null;
  isPending: boolean;
  begin: () => void;
  sendCode: (code: string) => void;
}

/** @param proved the password that was right. */
export function useRequiredSetup(proved: Credentials): RequiredSetup {
  const begin = useMutation({
    mutationFn: () =>
      request('POST', '/console/sign_in/two_factor_setup', { username: proved.username, password: proved.password }),
  });
  const complete = useMutation({
    mutationFn: (code: string) =>
      request('POST', '/console/sign_in/two_factor', {
        setup_token: begin.data?.setup_token ?? '',
        two_factor_code: code,
      }),
  });
  return {
    offered: begin.data,
    done: complete.data,
    error: complete.error ?? begin.error,
    isPending: begin.isPending || complete.isPending,
    begin: () => {
      complete.reset();
      begin.mutate();
    },
    sendCode: (code) => complete.mutate(code),
  };
}

/** A secret in groups that a person can type. */
export const groupedSecret = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

/** Recovery codes as a text, to be copied, saved or printed. */
export const recoveryText = (codes: readonly string[]): string => `${codes.join('\n')}\n`;
