/** The table of console-states.spec.ts: states of the console's screens, and how they are reached. */
import type { Page } from '@playwright/test';
import { expect } from './console-kit.ts';
import { owner } from './hearth-process.ts';

export interface State {
  name: string;
  /** Below /console. */
  path: string;
  /** Leads there from the screen; ends on what shows that it is there. */
  reach: (page: Page) => Promise<void>;
  as?: string;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

/** In what lies above the others, where several have a field of this name. */
async function choose(page: Page, name: string, choice: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).last().click();
  await option(page, choice).click();
}

/** By the group of screens that has them. */
export const states: Record<string, State[]> = {
  users: [
    {
      name: 'an account whose address is refused',
      path: '/users',
      async reach(page) {
        await button(page, 'Nora North').click();
        const email = page.getByRole('dialog').getByLabel('Email', { exact: true });
        await email.fill(owner.email);
        await button(page, 'Save').click();
        await expect(email).toHaveAccessibleDescription(/already/);
      },
    },
    {
      name: 'people who are chosen and hidden by the search',
      path: '/users',
      async reach(page) {
        await page.getByRole('checkbox', { name: 'Select Nora North', exact: true }).check();
        await page.getByRole('textbox', { name: 'Search' }).fill('otto');
        await page.getByRole('checkbox', { name: 'Select Otto Post', exact: true }).check();
        await expect(page.getByText('Also selected but hidden by the search: Nora North')).toBeVisible();
      },
    },
    {
      name: 'the result of a change of several people',
      path: '/users',
      async reach(page) {
        await page.getByRole('checkbox', { name: 'Select Nora North', exact: true }).check();
        await page.getByRole('checkbox', { name: 'Select Owner', exact: true }).check();
        await button(page, 'Actions (2 selected)').click();
        await page.getByRole('menuitem', { name: 'Change role', exact: true }).click();
        await choose(page, 'Role', 'Administrator');
        await button(page, 'Change role').click();
        await expect(page.getByRole('row', { name: 'Nora North Now Administrator', exact: true })).toBeVisible();
      },
    },
  ],
  imports: [
    {
      name: 'a list of people of which some cannot be created',
      path: '/users/import',
      async reach(page) {
        await page.getByLabel('Or paste the list').fill('name;email;channels\nOle Odd;ole@example.com;cellar');
        await button(page, 'Preview').click();
        const channels = page.getByLabel('Channels in line 2');
        await expect(channels).toHaveAccessibleDescription('There is no channel "cellar".');
      },
    },
  ],
  groups: [
    {
      name: 'a group with people and a subgroup',
      path: '/groups',
      async reach(page) {
        await button(page, 'drivers').click();
        await expect(page.getByRole('heading', { name: /^All members with subgroups \(\d\)/ })).toBeVisible();
      },
    },
    {
      name: 'a group whose permissions were saved',
      path: '/groups',
      async reach(page) {
        await button(page, 'drivers').click();
        await page.getByRole('dialog').getByRole('tab', { name: 'Permissions' }).click();
        await choose(page, 'Who can mention it', /^Members$/);
        await button(page, 'Save').click();
        await expect(page.getByText('Your changes to drivers are in effect.')).toBeVisible();
      },
    },
    {
      name: 'the roles among the groups',
      path: '/groups',
      async reach(page) {
        await page.getByText('Roles', { exact: true }).click();
        await expect(button(page, 'Owners')).toBeVisible();
      },
    },
    {
      name: 'a linkifier that is tried',
      path: '/linkifiers',
      async reach(page) {
        await button(page, 'Add linkifier').click();
        await page.getByRole('textbox', { name: 'Pattern' }).fill('TICKET-(?P<n>[0-9]+)');
        await page.getByRole('textbox', { name: 'URL template' }).fill('https://tracker.example.com/{n}');
        await page.getByLabel('Test topic').fill('TICKET-7');
        await expect(page.getByRole('link', { name: 'https://tracker.example.com/7' })).toBeVisible();
      },
    },
  ],
  channels: [
    {
      name: 'a channel whose name is refused',
      path: '/channels/CHANNEL',
      async reach(page) {
        const name = page.getByLabel('Name', { exact: true });
        await name.fill('general');
        await button(page, 'Save').click();
        await expect(name).toHaveAccessibleDescription(/already exists/);
      },
    },
    {
      name: 'subscribers of whom some are chosen',
      path: '/channels/CHANNEL/subscribers',
      async reach(page) {
        await page.getByLabel('Search subscribers').fill('otto');
        await page.getByRole('checkbox', { name: 'Select all shown' }).check();
        await expect(button(page, 'Remove selected (1)')).toBeVisible();
      },
    },
    {
      name: 'the newest message of a topic',
      path: '/channels/CHANNEL/topics',
      async reach(page) {
        await button(page, /Newest message of roses/).click();
        await expect(page.getByRole('dialog').getByText('bloom')).toBeVisible();
      },
    },
  ],
  invitations: [
    {
      name: 'invitations of which some are refused',
      path: '/invites',
      async reach(page) {
        await button(page, 'Invite by email').click();
        await page.getByLabel('Email addresses').fill(`ann@example.com\n${owner.email}\nnot an address`);
        await button(page, 'Create invitations').click();
        await expect(page.getByText('Created invitations for ann@example.com.')).toBeVisible();
      },
    },
    {
      name: 'links of invitations that only this computer opens',
      path: '/invites',
      async reach(page) {
        await button(page, 'Invite by email').click();
        await page.getByLabel('Email addresses').fill('ben@example.com, cleo@example.com');
        await button(page, 'Create invitations').click();
        await button(page, 'Link and QR code for ben@example.com').last().click();
        await expect(page.getByText('No one else can open this link yet')).toBeVisible();
      },
    },
    {
      name: 'a reusable link that only this computer opens',
      path: '/invites',
      async reach(page) {
        await button(page, 'Create link').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
        await expect(page.getByRole('dialog', { name: 'Link created' })).toBeVisible();
      },
    },
  ],
  // After those of invitations: from here on there is a mail server.
  organization: [
    {
      name: 'a time limit of its own',
      path: '/organization/messages',
      async reach(page) {
        await choose(page, 'Time limit for deleting own messages', 'Custom');
        await expect(page.getByLabel('Time limit for deleting own messages: minutes')).toBeVisible();
      },
    },
    {
      name: 'a permission of a role and a person among those that were searched',
      path: '/organization/permissions',
      async reach(page) {
        await page.getByLabel('Search settings').fill('bots');
        await choose(page, 'Create bots', 'Moderators and above');
        await option(page, 'Nora North').click();
        await page.keyboard.press('Escape');
      },
    },
    {
      name: 'a test mail that was not delivered',
      path: '/organization/mail',
      async reach(page) {
        await page.getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
        await page.getByLabel('Port', { exact: true }).fill('9');
        await button(page, 'Save').click();
        await expect(button(page, 'Save')).toHaveAttribute('data-disabled');
        await button(page, 'Send test email').click();
        await expect(page.getByText(/No mail server accepts connections on port/)).toBeVisible();
      },
    },
    {
      name: 'settings that only owners can change',
      path: '/organization/mail',
      as: 'ada@example.com',
      reach: (page) => expect(page.getByText('Only owners can change these settings.')).toBeVisible(),
    },
    {
      name: 'an allowed domain and a welcome message',
      path: '/organization/joining',
      async reach(page) {
        await page.getByLabel('Add domain').fill('example.org');
        await button(page, 'Add').click();
        await expect(page.getByLabel('Include subdomains of example.org')).toBeVisible();
        await page.getByRole('textbox', { name: 'Welcome message' }).fill('Good to have **you**');
      },
    },
  ],
  messages: [
    {
      name: 'an emoji with its preview',
      path: '/emoji',
      async reach(page) {
        await button(page, 'Add emoji').click();
        const dot = { name: 'Dot.png', mimeType: 'image/png', buffer: await page.getByRole('banner').screenshot() };
        await page.getByRole('dialog').locator('input[type=file]').setInputFiles(dot);
        await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
      },
    },
    {
      name: 'a message to be scheduled',
      path: '/scheduled',
      async reach(page) {
        await button(page, 'Schedule message').click();
        const form = page.getByRole('dialog');
        await form.getByLabel('Message', { exact: true }).fill('Happy **new** year');
        await choose(page, 'Channel', '#general');
        await form.getByLabel('Topic').fill('greetings');
        await form.getByLabel('When').fill('2099-01-01T00:00');
      },
    },
  ],
};
