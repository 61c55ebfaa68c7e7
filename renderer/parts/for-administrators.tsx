/** The clear page for somebody whose role does not open this screen. */
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from './page.tsx';
import { useSession } from '../queries.ts';

interface ForAdministratorsProps {
  title: string;
  description: string;
  children: ReactNode;
}

export function ForAdministrators({ title, description, children }: ForAdministratorsProps) {
  const session = useSession();
  return session.is_admin ? children : <NotForYou name={title} description={description} />;
}

export function NotForYou({ name, description = '' }: { name: string; description?: string }) {
  return (
    <Page title={name} description={description}>
      <Alert title="For administrators">
        This screen shows what the whole server does, so it is open to administrators only. Ask one of them if you need
        something from here.
      </Alert>
    </Page>
  );
}
