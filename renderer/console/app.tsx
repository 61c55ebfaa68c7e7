/** The routes: first run, sign-in, and behind it the console proper. Each screen is loaded when it is first opened. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { Redirect, Route, Router, Switch, useRoute, type AroundNavHandler, type DefaultParams } from 'wouter';
import { lazyPart } from '../client/lazy-part.ts';
import { firstRunQuery } from '../client/queries.ts';
import { SessionContext, sessionQuery, useSession, useSessionLanguage } from '../client/session.ts';
import { useProjectorAttribute } from './components/projector-mode.ts';
import { Failure, FrameContext, LoadingPage, LoadingScreen } from './components/states.tsx';
import { leave, UnsavedQuestion } from './components/unsaved.tsx';
import { AppLayout } from './layout/app-layout.tsx';
import { NotForYou } from './layout/not-for-you.tsx';
import { Page } from './layout/page.tsx';
import { canOpen, ScreensContext, type Screen } from './screen.ts';
import { screens } from './screens.tsx';

const Welcome = lazyPart(async () => (await import('./screens/welcome/screen.tsx')).Welcome);
const Connect = lazyPart(async () => (await import('./screens/welcome/connect.tsx')).Connect);
const SignIn = lazyPart(async () => (await import('./screens/sign-in/screen.tsx')).SignIn);
const NotHere = lazyPart(async () => (await import('./layout/not-here.tsx')).NotHere);

export function App() {
  useProjectorAttribute();
  return (
    <Router base="/console" aroundNav={askBefore}>
      <Suspense fallback={<LoadingPage />}>
        <Start />
      </Suspense>
      <UnsavedQuestion />
    </Router>
  );
}

/** A user who has not saved is asked; another tab of the same screen is a place, too. */
const askBefore: AroundNavHandler = (navigate, to, options) => {
  if (to === window.location.pathname) navigate(to, options);
  else leave(() => navigate(to, options));
};

/** Decides between set-up, sign-in and the console; waits until the server has said which. */
function Start() {
  const firstRun = useQuery(firstRunQuery);
  const [isBeginning] = useRoute('/welcome');
  const session = useQuery({ ...sessionQuery, enabled: firstRun.data?.needs_setup === false });
  useSessionLanguage(firstRun.data?.needs_setup === true ? null : session.data);
  const error = firstRun.error ?? session.error;
  const retry = (): void => void firstRun.refetch().then(() => session.refetch());
  if (error !== null) return <Failure error={error} onRetry={retry} />;
  if (firstRun.data === undefined) return <LoadingPage />;
  if (firstRun.data.needs_setup) return <Welcome />;
  if (session.data === undefined) return <LoadingPage />;
  if (session.data === null) return <SignIn organization={firstRun.data.organization_name ?? 'Hearth'} />;
  return (
    <SessionContext value={session.data}>
      {isBeginning && session.data.is_admin ? (
        <Connect />
      ) : (
        <ScreensContext value={screens()}>
          <AppLayout organization={firstRun.data.organization_name ?? 'Hearth'}>
            <Suspense fallback={<LoadingScreen />}>
              <Screens />
            </Suspense>
          </AppLayout>
        </ScreensContext>
      )}
    </SessionContext>
  );
}

function Screens() {
  const session = useSession();
  return (
    <Switch>
      {screens().map((screen) => (
        <Route key={screen.path} path={screen.path === '/' ? '/' : `${screen.path}/*?`}>
          {({ '*': section = '' }: DefaultParams) => (
            <FrameContext value={frameOf(screen)}>
              {canOpen(screen, session) ? (
                <screen.Component section={section} />
              ) : screen.ForOthers !== null ? (
                <screen.ForOthers section={section} />
              ) : (
                <NotForYou screen={screen} />
              )}
            </FrameContext>
          )}
        </Route>
      ))}
      {['/setup', '/welcome'].map((path) => (
        <Route key={path} path={path}>
          <Redirect to="/" replace />
        </Route>
      ))}
      <Route>
        <NotHere />
      </Route>
    </Switch>
  );
}

/** A screen whose first question fails says so below its own name. */
const frameOf = ({ name }: Screen) =>
  function frame(content: ReactNode): ReactNode {
    return (
      <Page title={name} description="">
        {content}
      </Page>
    );
  };
