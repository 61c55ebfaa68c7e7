/** The routes: first run, sign-in, and behind it the console proper. Each screen is loaded when it is first opened. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Redirect, Route, Router, Switch, useRoute } from 'wouter';
import { Frame } from './frame.tsx';
import { Failure, Loading } from './parts/states.tsx';
import { firstRunQuery, sessionQuery } from './queries.ts';

const Welcome = lazy(async () => ({ default: (await import('./screens/welcome/screen.tsx')).Welcome }));
const SignIn = lazy(async () => ({ default: (await import('./screens/sign-in/screen.tsx')).SignIn }));
const OverviewScreen = lazy(async () => ({ default: (await import('./screens/overview/screen.tsx')).OverviewScreen }));
const Users = lazy(async () => ({ default: (await import('./screens/users/screen.tsx')).Users }));
const Channels = lazy(async () => ({ default: (await import('./screens/channels/screen.tsx')).Channels }));
const Invites = lazy(async () => ({ default: (await import('./screens/invites/screen.tsx')).Invites }));
const Linkifiers = lazy(async () => ({ default: (await import('./screens/linkifiers/screen.tsx')).Linkifiers }));
const Organization = lazy(async () => ({ default: (await import('./screens/organization/screen.tsx')).Organization }));
const BackupsScreen = lazy(async () => ({ default: (await import('./screens/backups/screen.tsx')).BackupsScreen }));
const Join = lazy(async () => ({ default: (await import('./screens/join/screen.tsx')).Join }));
const Events = lazy(async () => ({ default: (await import('./screens/events/screen.tsx')).Events }));
const Presence = lazy(async () => ({ default: (await import('./screens/presence/screen.tsx')).Presence }));
const Api = lazy(async () => ({ default: (await import('./screens/api/screen.tsx')).Api }));
const NotHere = lazy(async () => ({ default: (await import('./screens/not-here.tsx')).NotHere }));

export function App() {
  return (
    <Router base="/console">
      <Suspense fallback={<Loading />}>
        <Start />
      </Suspense>
    </Router>
  );
}

/** Decides between set-up, sign-in and the console; waits until the server has said which. */
function Start() {
  const firstRun = useQuery(firstRunQuery);
  const [isJoining, joining] = useRoute('/join/:key?');
  const session = useQuery({ ...sessionQuery, enabled: firstRun.data?.needs_setup === false });
  const error = firstRun.error ?? session.error;
  if (error !== null)
    return <Failure error={error} onRetry={() => void firstRun.refetch().then(() => session.refetch())} />;
  if (firstRun.data === undefined) return <Loading />;
  if (firstRun.data.needs_setup) return <Welcome />;
  if (isJoining) return <Join invitation={joining.key} organization={firstRun.data.organization_name ?? 'Hearth'} />;
  if (session.data === undefined) return <Loading />;
  if (session.data === null) return <SignIn organization={firstRun.data.organization_name ?? 'Hearth'} />;
  return (
    <Frame organization={firstRun.data.organization_name ?? 'Hearth'}>
      <Suspense fallback={<Loading />}>
        <Screens />
      </Suspense>
    </Frame>
  );
}

function Screens() {
  return (
    <Switch>
      <Route path="/">
        <OverviewScreen />
      </Route>
      <Route path="/users">
        <Users />
      </Route>
      <Route path="/channels">
        <Channels />
      </Route>
      <Route path="/invites">
        <Invites />
      </Route>
      <Route path="/linkifiers">
        <Linkifiers />
      </Route>
      <Route path="/organization/:section?">{({ section }) => <Organization section={section ?? 'profile'} />}</Route>
      <Route path="/backups">
        <BackupsScreen />
      </Route>
      <Route path="/events">
        <Events />
      </Route>
      <Route path="/presence">
        <Presence />
      </Route>
      <Route path="/api">
        <Api />
      </Route>
      <Route path="/setup">
        <Redirect to="/" replace />
      </Route>
      <Route>
        <NotHere />
      </Route>
    </Switch>
  );
}
