/** Root view by session state: set-up, joining, a new password, sign-in, or the chat proper. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { FirstRun } from '../../server/contract/shapes/backups.ts';
import { lazyPart } from '../client/lazy-part.ts';
import { tryNow } from '../client/long-poll.ts';
import { firstRunQuery, whyOverKey } from '../client/queries.ts';
import { sessionQuery, useSessionLanguage, type Session } from '../client/session.ts';
import type { Event } from '../client/state/events.ts';
import { openPage, usePath, useTakenEmail } from './entry/page-link.tsx';
import { EarlyArrivals } from './notify/early-arrivals.ts';
import { useAfterContent } from './notify/use-after-content.ts';
import { ChatFrame } from './shell/chat-frame.tsx';
import { NotAnswered } from './shell/not-answered.tsx';
import { ChatModel } from './store/chat-model.ts';
import { ChatContext, useChat } from './store/use-chat.ts';

const SignIn = lazyPart(async () => (await import('./entry/sign-in.tsx')).SignIn);
const Join = lazyPart(async () => (await import('./entry/join.tsx')).Join);
const NewPassword = lazyPart(async () => (await import('./entry/new-password.tsx')).NewPassword);
const AppSignIn = lazyPart(async () => (await import('./entry/app-sign-in.tsx')).AppSignIn);
const DesktopSignIn = lazyPart(async () => (await import('./entry/desktop-sign-in.tsx')).DesktopSignIn);
const SignedIn = lazyPart(async () => (await import('./entry/desktop-sign-in.tsx')).SignedIn);
const Attention = lazyPart(async () => (await import('./notify/attention.tsx')).Attention);
const SignedOut = lazyPart(async () => (await import('./entry/signed-out.tsx')).SignedOut);

export function App() {
  return (
    <Suspense fallback={null}>
      <Start />
    </Suspense>
  );
}

const pages = /^\/chat\/(join|new-password|app-sign-in|desktop-sign-in|signed-in)(?:\/([\w-]{1,100}))?\/?$/;

function Start() {
  const firstRun = useQuery(firstRunQuery);
  const session = useQuery(sessionQuery);
  useSessionLanguage(session.data);
  const [, page, key] = pages.exec(usePath()) ?? [];
  const needsSetup = firstRun.data?.needs_setup === true;
  useEffect(() => {
    if (needsSetup) location.replace('/console/');
  }, [needsSetup]);
  const client = useQueryClient();
  if (needsSetup) return null;
  const organization = firstRun.data?.organization_name ?? 'Hearth';
  const pad = new URLSearchParams(location.search).get('mobile_flow_otp');
  if (page === 'new-password' && key !== undefined)
    return <NewPassword linkKey={key} organization={organization} sendsMail={firstRun.data?.sends_mail === true} />;
  if (page === 'app-sign-in' && pad !== null) return <AppSignIn organization={organization} pad={pad} />;
  if (page === 'desktop-sign-in') return <DesktopSignIn organization={organization} />;
  if (page === 'signed-in') return <SignedIn organization={organization} />;
  const retry = async (): Promise<void> => {
    // What hangs is called off: it would hold up the next attempt.
    await client.cancelQueries();
    await Promise.all([firstRun.refetch(), session.refetch()]);
  };
  const notAnswered = <NotAnswered error={session.error ?? firstRun.error} onRetry={() => void retry()} />;
  if (page === 'join')
    return firstRun.data === undefined ? notAnswered : <Join invitation={key} organization={organization} />;
  // The session says who it is; whether there is an organization to sign in to is only of interest without one.
  if (session.data === undefined) return notAnswered;
  return <Inside session={session.data} server={firstRun.data} notAnswered={notAnswered} />;
}

interface InsideProps {
  session: Session | null;
  server: FirstRun | undefined;
  /** Stands there while nothing can be said of the server. */
  notAnswered: ReactNode;
}

/** The chat of the user who is signed in, or was until a moment ago: then it stays where it is, behind what asks for the password. */
function Inside({ session, server, notAnswered }: InsideProps) {
  const client = useQueryClient();
  const [last, setLast] = useState<Session | null>(session);
  const why = client.getQueryData<string>(whyOverKey);
  const takenEmail = useTakenEmail();
  if (session !== null && session !== last) setLast(session);
  // A user who left is not asked to come back.
  if (session === null && last !== null && why === undefined) setLast(null);
  const shown = session ?? last;
  if (shown === null)
    return server === undefined ? (
      notAnswered
    ) : (
      <SignIn
        key={takenEmail}
        organization={server.organization_name ?? 'Hearth'}
        server={server}
        takenEmail={takenEmail}
      />
    );
  const leave = (): void => {
    client.removeQueries({ queryKey: whyOverKey });
    setLast(null);
    openPage('/chat/');
  };
  // An owner's session goes on while the organization is deactivated: for the console.
  const whyThere = server?.is_deactivated === true ? 'REALM_DEACTIVATED' : null;
  const whyOver = session === null ? (why ?? null) : whyThere;
  return <Chat key={shown.user_id} session={shown} whyOver={whyOver} onLeave={leave} />;
}

/** Comes after the first messages, and is given those that arrived before it. */
function LateAttention() {
  const chat = useChat();
  const isAfterContent = useAfterContent();
  const [early] = useState(() => new EarlyArrivals());
  useEffect(() => early.collect(chat), [chat, early]);
  if (!isAfterContent) return null;
  return (
    <Suspense fallback={null}>
      <Attention early={early} />
    </Suspense>
  );
}

interface ChatProps {
  session: Session;
  /** Why the chat is closed to them, as the server says it; null while it is open. */
  whyOver: string | null;
  onLeave: () => void;
}

function Chat({ session, whyOver, onLeave }: ChatProps) {
  const client = useQueryClient();
  const [chat] = useState(
    () =>
      new ChatModel({
        session,
        readSession: () => client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
        isSignedIn: () => client.getQueryData(sessionQuery.queryKey)?.user_id === session.user_id,
      }),
  );
  useEffect(() => chat.start(), [chat]);
  useEffect(() => {
    // Everyone else is signed out by it; an owner is informed here that the chat is closed.
    const listener = (events: readonly Event[]): void => {
      if (events.some((event) => event.type === 'realm' && event.op === 'deactivated'))
        void client.invalidateQueries(firstRunQuery);
    };
    chat.eventListeners.add(listener);
    return () => void chat.eventListeners.delete(listener);
  }, [chat, client]);
  const language = useStore(chat.state, ({ clientState }) => clientState?.settings.default_language);
  const hours = useStore(chat.state, ({ clientState }) => clientState?.settings.twenty_four_hour_time);
  useEffect(() => {
    // The page follows the session, and the session what the queue says, from its registration on.
    if (language === undefined || hours === undefined) return;
    const followed = { default_language: language, twenty_four_hour_time: hours };
    client.setQueryData(sessionQuery.queryKey, (known) => known && { ...known, ...followed });
  }, [client, language, hours]);
  const { csrf_token: token } = session;
  useEffect(() => {
    if (whyOver === null && token !== null) chat.goOn();
  }, [chat, token, whyOver]);
  const isReady = useStore(chat.state, ({ clientState }) => clientState !== null);
  return (
    <ChatContext value={chat}>
      <div className="chat-behind" inert={whyOver !== null}>
        {isReady ? <ChatFrame /> : whyOver === null && <NotAnswered error={null} onRetry={tryNow} />}
        {isReady && <LateAttention />}
      </div>
      {whyOver !== null && (
        <Suspense fallback={null}>
          <SignedOut why={whyOver} onLeave={onLeave} />
        </Suspense>
      )}
    </ChatContext>
  );
}
