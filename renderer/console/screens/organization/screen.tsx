/** The organization's settings, a form a section; each section has an address of its own. */
import { Alert, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useLocation } from 'wouter';
import { perLanguage, t } from '../../../client/text.ts';
import { Failure, Loading } from '../../components/states.tsx';
import { Page } from '../../layout/page.tsx';
import type { ScreenProps } from '../../screen.ts';
import { defaultSections } from '../../settings/default-sections.ts';
import { permissionSections } from '../../settings/permission-sections.ts';
import { joiningSections, messageSections, profileSections } from '../../settings/sections.ts';
import { SettingsForm } from '../../settings/settings-form.tsx';
import { organizationQuery, type Organization as Settings } from '../../settings/settings.ts';
import { SignInMethods } from './authentication/methods.tsx';
import { Domains } from './domains.tsx';
import { ImportTeam } from './import-team.tsx';
import { Mail } from './mail.tsx';
import { Outgoing } from './outgoing.tsx';
import { Pictures } from './pictures.tsx';
import { Rest } from './rest.tsx';
import { WelcomeTest } from './welcome-test.tsx';

interface Tab {
  value: string;
  label: string;
  Content: ComponentType<{ organization: Settings }>;
}

const tabs = perLanguage((): Tab[] => [
  { value: 'profile', label: t('Profile'), Content: ProfileTab },
  { value: 'joining', label: t('Joining'), Content: JoiningTab },
  { value: 'sign-in', label: t('Sign-in'), Content: SignInMethods },
  { value: 'messages', label: t('Messages'), Content: MessagesTab },
  { value: 'permissions', label: t('Permissions'), Content: PermissionsTab },
  { value: 'defaults', label: t('Defaults for new users'), Content: DefaultsTab },
  { value: 'mail', label: t('Email'), Content: Mail },
  { value: 'outgoing', label: t('Webhooks & push'), Content: Outgoing },
  { value: 'import', label: t('Import'), Content: ImportTeam },
  { value: 'deactivate', label: t('Deactivate'), Content: Rest },
]);

const page = perLanguage(() => ({
  title: t('Organization'),
  description: t('Name, permissions and server settings.'),
}));

export function Organization({ section }: ScreenProps) {
  const [, navigate] = useLocation();
  const { data, error, refetch } = useQuery(organizationQuery);
  const shown = tabs().some(({ value }) => value === section) ? section : 'profile';
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <Page {...page()}>
      <Tabs value={shown} onChange={(value) => navigate(`/organization/${value}`)} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs().map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs().map(({ value, Content }) => (
          <Tabs.Panel key={value} value={value}>
            {data === undefined ? <Loading /> : <Content organization={data} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

function ProfileTab({ organization }: { organization: Settings }) {
  return (
    <>
      <SettingsForm sections={profileSections()} organization={organization} />
      <Pictures organization={organization} />
    </>
  );
}

function JoiningTab({ organization }: { organization: Settings }) {
  const { welcome_message_custom_text: welcome, emails_restricted_to_domains: isRestricted } = organization.settings;
  return (
    <>
      <SettingsForm sections={joiningSections()} organization={organization} />
      <Domains isRestricted={isRestricted === true} />
      <WelcomeTest text={String(welcome)} />
    </>
  );
}

function MessagesTab({ organization }: { organization: Settings }) {
  return <SettingsForm sections={messageSections()} organization={organization} />;
}

function PermissionsTab({ organization }: { organization: Settings }) {
  return <SettingsForm sections={permissionSections()} organization={organization} isSearched />;
}

function DefaultsTab({ organization }: { organization: Settings }) {
  return (
    <>
      <Alert mb="md">{t('New accounts start with these settings. Existing accounts keep their own.')}</Alert>
      <SettingsForm
        sections={defaultSections()}
        organization={organization}
        settings={organization.user_settings_defaults}
        path="/realm/user_settings_defaults"
        isSearched
      />
    </>
  );
}
