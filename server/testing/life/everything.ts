/** Every field of life: those here, which several operations share, and those of single operations in their facts (spec/facts.ts). */
import { fieldsOfFacts } from '../../spec/operation-facts.ts';
import { ofAccounts, ofInvitations } from './accounts.ts';
import { ofChannels, ofTopicsAndFolders } from './channels.ts';
import type { Field } from './life.ts';
import { ofDevices, ofMachines } from './machines.ts';
import { ofMessages } from './messages.ts';
import { ofLists, ofOrganization } from './organization.ts';
import { ofOwn, ofPresence, ofSidebar } from './own.ts';
import { ofBots, ofGroups, ofPeople } from './people.ts';
import { ofOrders, ofPictures, ofSettings } from './settings.ts';
import { ofFiles, ofReading, ofTalking } from './talking.ts';

export const everyField: Readonly<Record<string, Field>> = {
  accounts: ofAccounts,
  bots: ofBots,
  channels: ofChannels,
  devices: ofDevices,
  files: ofFiles,
  groups: ofGroups,
  invitations: ofInvitations,
  lists: ofLists,
  machines: ofMachines,
  messages: ofMessages,
  orders: ofOrders,
  organization: ofOrganization,
  own: ofOwn,
  people: ofPeople,
  pictures: ofPictures,
  presence: ofPresence,
  reading: ofReading,
  settings: ofSettings,
  sidebar: ofSidebar,
  talking: ofTalking,
  topics: ofTopicsAndFolders,
  ...fieldsOfFacts(),
};
