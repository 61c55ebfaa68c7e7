/** The organization's settings, a form a section; each section has an address of its own. */
import { Alert, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Page } from '../../parts/page.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { useSession } from '../../queries.ts';
import { Mail } from './mail.tsx';
import { Network } from './network.tsx';
import { SettingsForm } from './settings-form.tsx';
import { joiningFields, messageFields, organizationQuery, permissionFields, profileFields } from './settings.ts';

const forms = [
  { value: 'profile', label: 'Profile', fields: profileFields },
  { value: 'joining', label: 'Joining', fields: joiningFields },
  { value: 'messages', label: 'Messages', fields: messageFields },
  { value: 'permissions', label: 'Permissions', fields: permissionFields },
];

const page = { title: 'Organization', description: 'What it is called, who may do what, and how the server works.' };

export function Organization({ section }: { section: string }) {
  const session = useSession();
  const [, navigate] = useLocation();
  const { data, error, refetch } = useQuery({ ...organizationQuery, enabled: session.is_admin });
  if (!session.is_admin)
    return (
      <Page {...page}>
        <Alert title="For administrators">Settings of the organization are changed by its administrators.</Alert>
      </Page>
    );
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <Page {...page}>
      <Tabs
        value={section === '' ? 'profile' : section}
        onChange={(value) => navigate(`/organization/${value}`)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {forms.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="mail">Mail</Tabs.Tab>
          <Tabs.Tab value="network">Network</Tabs.Tab>
        </Tabs.List>
        {forms.map(({ value, fields }) => (
          <Tabs.Panel key={value} value={value}>
            {data === undefined ? <Loading /> : <SettingsForm fields={fields} organization={data} />}
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="mail">
          <Mail />
        </Tabs.Panel>
        <Tabs.Panel value="network">
          <Network />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
