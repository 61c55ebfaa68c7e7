/** Who is here decides what is shown: set-up, joining, a new password, sign-in, or the chat proper. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { firstRunQuery } from '../client/queries.ts';
import { sessionQuery, type Session } from '../client/session.ts';
import { Failure } from '../components/states.tsx';
import { ChatFrame } from './layout/chat-frame.tsx';
import { ChatModel } from './model/chat-model.ts';
import { ChatContext } from './model/use-chat.ts';

const SignIn = lazy(async () => ({ default: (await import('./join/sign-in.tsx')).SignIn }));
const Join = lazy(async () => ({ default: (await import('./join/join.tsx')).Join }));
const NewPassword = lazy(async () => ({ default: (await import('./join/new-password.tsx')).NewPassword }));

export function App() {
  return (
    <Suspense fallback={null}>
      <Start />
    </Suspense>
  );
}

function Start() {
  const firstRun = useQuery(firstRunQuery);
  const session = useQuery(sessionQuery);
  const needsSetup = firstRun.data?.needs_setup === true;
  useEffect(() => {
    if (needsSetup) location.replace('/console/');
  }, [needsSetup]);
  const error = session.error ?? firstRun.error;
  if (error !== null)
    return <Failure error={error} onRetry={() => void firstRun.refetch().then(() => session.refetch())} />;
  const organization = firstRun.data?.organization_name ?? 'Hearth';
  const [, page, key] = /^\/chat\/(join|new-password)(?:\/([\w-]{1,100}))?\/?$/.exec(location.pathname) ?? [];
  if (page === 'new-password' && key !== undefined) return <NewPassword linkKey={key} />;
  if (page === 'join' && firstRun.data !== undefined) return <Join invitation={key} organization={organization} />;
  if (session.data === undefined || needsSetup) return null;
  // The session says who it is; whether there is an organization to sign in to is only of interest without one.
  if (session.data === null) return firstRun.data === undefined ? null : <SignIn organization={organization} />;
  return <Chat key={session.data.user_id} session={session.data} />;
}

function Chat({ session }: { session: Session }) {
  const [chat] = useState(() => new ChatModel(session));
  useEffect(() => chat.start(), [chat]);
  const isReady = useStore(chat.state, ({ known }) => known !== null);
  return <ChatContext value={chat}>{isReady && <ChatFrame />}</ChatContext>;
}
