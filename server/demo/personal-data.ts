/**
 * What people keep for themselves: alert words, topics that they follow or mute, drafts, snippets, views, messages and
 * reminders for later; and the invitations that are open. What is due lies years ahead, so that no demo ever sends it.
 */
import { setSubscriptionProperty } from '../domain/channels/subscriptions/properties.ts';
import { createDrafts, type DraftInput } from '../domain/drafts/edit.ts';
import { inviteByEmail, inviteByLink, type Offer } from '../domain/invitations/invite.ts';
import { muteUser } from '../domain/muting/mute.ts';
import { addNavigationView } from '../domain/navigation/edit.ts';
import { scheduleMessage } from '../domain/scheduled/messages.ts';
import { createReminder } from '../domain/scheduled/reminders.ts';
import { createSavedSnippet } from '../domain/snippets/edit.ts';
import { setTopicPolicy, TopicPolicy } from '../domain/topics/policies.shared.ts';
import { addAlertWords } from '../domain/users/alert-words.ts';
import { applyUserSettings } from '../domain/users/edit-settings.ts';
import { daySecs } from '../durations.ts';
import { Role } from '../permissions/roles.ts';
import { mailDomain, type PersonKey } from './cast.ts';
import type { Seeder } from './seeder.ts';

const yearSecs = 365 * daySecs;

/** Before the first message, so that words are noticed and colours are used. */
export function arrange(seeder: Seeder): void {
  addAlertWords(seeder.as('amara'), ['city', 'contract', 'clinic']);
  addAlertWords(seeder.as('jonas'), ['invoice', 'contract']);
  addAlertWords(seeder.as('priya'), ['submarine', 'rule check']);
  addAlertWords(seeder.as('yuki'), ['colour', 'keyboard']);
  addAlertWords(seeder.as('daniel'), ['winter time', 'flaky']);
  const property = (key: PersonKey, channel: string, name: string, value: boolean | string): void =>
    setSubscriptionProperty(seeder.as(key), { stream_id: seeder.channel(channel).id, property: name, value });
  property('fatima', 'support', 'pin_to_top', true);
  property('lucia', 'support', 'pin_to_top', true);
  property('daniel', 'releases', 'pin_to_top', true);
  property('tomas', 'planning', 'color', '#b0542d');
  property('mei', 'random', 'is_muted', true);
  property('jonas', 'engineering', 'is_muted', true);
  property('daniel', 'engineering', 'desktop_notifications', true);
  const settings = (key: PersonKey, changes: Parameters<typeof applyUserSettings>[2]): void =>
    applyUserSettings(seeder.system(), seeder.user(key), changes);
  settings('ewan', { color_scheme: 2, twenty_four_hour_time: true });
  settings('yuki', { high_contrast_mode: false, web_font_size_px: 18, default_language: 'ja' });
  settings('tomas', { web_home_view: 'recent_topics', default_language: 'es' });
  settings('mei', { default_language: 'zh-hans', twenty_four_hour_time: true });
  settings('noah', { presence_enabled: false });
}

/** On the last day: policies for topics, drafts, and everything for later. */
export function keep(seeder: Seeder): void {
  const policy = (
    key: PersonKey,
    channel: string,
    topic: string,
    value: (typeof TopicPolicy)[keyof typeof TopicPolicy],
  ): void => void setTopicPolicy(seeder.system(), seeder.id(key), seeder.channel(channel).id, topic, value);
  policy('mei', 'planning', 'Daily check-in', TopicPolicy.followed);
  policy('amara', 'general', 'City: the decision', TopicPolicy.followed);
  policy('tomas', 'engineering', 'builds', TopicPolicy.muted);
  policy('yuki', 'engineering', 'builds', TopicPolicy.muted);
  policy('lucia', 'engineering', 'builds', TopicPolicy.muted);
  policy('mei', 'random', 'Word chain', TopicPolicy.unmuted);
  muteUser(seeder.as('ewan'), seeder.id('build'));
  keepDrafts(seeder);
  keepSnippets(seeder);
  keepForLater(seeder);
  addNavigationView(seeder.as('fatima'), { fragment: 'narrow/is/mentioned', isPinned: true, name: undefined });
  addNavigationView(seeder.as('tomas'), {
    fragment: 'narrow/channel/planning/is/starred',
    isPinned: true,
    name: 'Starred plans',
  });
}

function keepDrafts(seeder: Seeder): void {
  const channel = (name: string): number[] => [seeder.channel(name).id];
  const draft = (key: PersonKey, input: Omit<DraftInput, 'timestamp'>): void =>
    void createDrafts(seeder.as(key), [input]);
  draft('amara', {
    type: 'stream',
    to: channel('announcements'),
    topic: 'Winter',
    content:
      'Dear all,\n\nbefore the year ends I would like to thank you, and I do not know where to begin. So, in the order of the alphabet:',
  });
  draft('amara', {
    type: 'private',
    to: [seeder.id('jonas')],
    topic: '',
    content: 'About the model tram: I have *not* seen the box in your office. I only',
  });
  draft('tomas', {
    type: 'stream',
    to: channel('planning'),
    topic: 'Roll-out: 42 kindergartens',
    content: '| Group | Kindergartens | Start |\n| --- | ---: | --- |\n| 1 | 7 | 2 February |\n| 2 | 7 | ',
  });
  draft('lucia', {
    type: 'stream',
    to: channel('support'),
    topic: 'Queue',
    content: 'Could we stop calling it *queue*? A customer read it over my shoulder.',
  });
  draft('mei', {
    type: '',
    to: [],
    topic: '',
    content: 'Talk: **slow questions**\n\n1. start with the slow version\n2. let people suffer\n3. the `Map`',
  });
  draft('sofia', {
    type: 'stream',
    to: channel('pilot-bakeries'),
    topic: 'Film',
    content: 'My mother asks if she may be in the film too. She would wear',
  });
}

function keepSnippets(seeder: Seeder): void {
  const snippets: [PersonKey, string, string][] = [
    [
      'lucia',
      'Sign-in without a mail',
      'Hello,\n\nyour mail server refuses our messages. Please try one of these:\n\n1. allow our sender address\n2. **Sign in > Use a code**\n3. ask your provider to read our SPF record\n\nKind regards, Lucía',
    ],
    [
      'lucia',
      'Region of the workplace',
      'The calendar follows **Settings > Workplace > Region**. Hours of past weeks stay as they were.',
    ],
    [
      'fatima',
      'Before you publish',
      'Please look at the open requests before you publish a week. Since 4.3 nothing is lost either way.',
    ],
    [
      'daniel',
      'Release checklist',
      '- [ ] sign-in\n- [ ] roster and print\n- [ ] import\n- [ ] invoices\n- [ ] keyboard',
    ],
    ['jonas', 'Friendly reminder', 'Our letters must have crossed: invoice {number} is still open with us.'],
  ];
  for (const [key, title, content] of snippets) createSavedSnippet(seeder.as(key), title, content);
}

function keepForLater(seeder: Seeder): void {
  const now = seeder.system().now;
  const later = (
    key: PersonKey,
    years: number,
    to: number | number[],
    topic: string | undefined,
    content: string,
  ): void =>
    void scheduleMessage(seeder.as(key), {
      type: typeof to === 'number' ? 'stream' : 'private',
      to,
      topic,
      content,
      deliverAt: now + Math.round(years * yearSecs),
      readBySender: undefined,
    });
  later(
    'jonas',
    5,
    seeder.channel('general').id,
    'Lease of the office',
    'The lease ends in a year. Please tell me what you would miss here, and what you would not.',
  );
  later(
    'amara',
    6,
    seeder.channel('announcements').id,
    'Ten years of Daybook',
    'Ten years! There is cake in every time zone today. :cake:',
  );
  later(
    'mei',
    5,
    seeder.channel('engineering').id,
    'Certificates',
    'The root certificate of the build machine runs out in three months. The steps are in the handbook.',
  );
  later(
    'amara',
    5.5,
    [seeder.id('mei'), seeder.id('jonas')],
    undefined,
    'Time for our dinner about the next five years. I book the table at the bridge.',
  );
  const target =
    seeder.system().db.get<{ id: number }>('SELECT max(id) AS id FROM messages WHERE sender_id = ?', seeder.id('jonas'))
      ?.id ?? 0;
  createReminder(seeder.as('amara'), target, now + 5 * yearSecs, 'Ask how it went.');
  createReminder(seeder.as('jonas'), target, now + 5 * yearSecs, '');
}

/** Invitations: by mail and by link, for members and guests, with and without an end. */
export function invite(seeder: Seeder): void {
  const offer: Offer = {
    expiresInMinutes: undefined,
    invitedAs: Role.member,
    channelIds: [],
    groupIds: [],
    includeDefaultChannels: true,
    notifyReferrer: true,
    welcomeText: null,
  };
  const forEver = { ...offer, expiresInMinutes: null };
  const support = [seeder.channel('support').id, seeder.channel('lunch').id];
  inviteByEmail(seeder.as('amara'), `ines.moreau@${mailDomain}`, {
    ...forEver,
    channelIds: support,
    welcomeText: 'Welcome, Inès! Your first week is written down in #**general**, and Fatima has the kettle on.',
  });
  inviteByEmail(seeder.as('jonas'), `kwame.mensah@${mailDomain}\nastrid.berg@${mailDomain}`, offer);
  inviteByEmail(seeder.as('amara'), 'giulia@forno-rossi.example', {
    ...forEver,
    invitedAs: Role.guest,
    channelIds: [seeder.channel('pilot-bakeries').id],
    includeDefaultChannels: false,
  });
  inviteByLink(seeder.as('amara'), forEver);
  inviteByLink(seeder.as('amara'), {
    ...offer,
    invitedAs: Role.guest,
    channelIds: [seeder.channel('random').id],
    includeDefaultChannels: false,
  });
}
