/**
 * Personal data of demo users: alert words, topics that they follow or mute, drafts, snippets, views, messages and
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
  for (const key of ['amara', 'jonas', 'priya', 'yuki', 'daniel'] as const)
    addAlertWords(seeder.as(key), seeder.texts.text('alert words', key).split(', '));
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
  settings('yuki', { high_contrast_mode: false, web_font_size_px: 18 });
  settings('tomas', { web_home_view: 'recent_topics' });
  settings('mei', { twenty_four_hour_time: true });
  settings('noah', { presence_enabled: false });
}

/** On the last day: policies for topics, drafts, and everything for later. */
export function keep(seeder: Seeder): void {
  const policy = (
    key: PersonKey,
    channel: string,
    topic: string,
    value: (typeof TopicPolicy)[keyof typeof TopicPolicy],
  ): void =>
    void setTopicPolicy(
      seeder.system(),
      seeder.id(key),
      seeder.channel(channel).id,
      seeder.texts.text('topics', topic),
      value,
    );
  policy('mei', 'planning', 'check-in', TopicPolicy.followed);
  policy('amara', 'general', 'decision', TopicPolicy.followed);
  policy('tomas', 'engineering', 'builds', TopicPolicy.muted);
  policy('yuki', 'engineering', 'builds', TopicPolicy.muted);
  policy('lucia', 'engineering', 'builds', TopicPolicy.muted);
  policy('mei', 'random', 'chain', TopicPolicy.unmuted);
  muteUser(seeder.as('ewan'), seeder.id('build'));
  keepDrafts(seeder);
  keepSnippets(seeder);
  keepForLater(seeder);
  addNavigationView(seeder.as('fatima'), { fragment: 'narrow/is/mentioned', isPinned: true, name: undefined });
  addNavigationView(seeder.as('tomas'), {
    fragment: 'narrow/channel/planning/is/starred',
    isPinned: true,
    name: seeder.texts.text('views', 'starred'),
  });
}

function keepDrafts(seeder: Seeder): void {
  const channel = (name: string): number[] => [seeder.channel(name).id];
  const draft = (key: PersonKey, input: Omit<DraftInput, 'timestamp'>): void =>
    void createDrafts(seeder.as(key), [input]);
  const { texts } = seeder;
  const topic = (key: string): string => texts.text('topics', key);
  const content = (key: string): string => texts.text('drafts', key);
  draft('amara', {
    type: 'stream',
    to: channel('announcements'),
    topic: topic('winter'),
    content: content('thanks'),
  });
  draft('amara', {
    type: 'private',
    to: [seeder.id('jonas')],
    topic: '',
    content: content('tram'),
  });
  draft('tomas', {
    type: 'stream',
    to: channel('planning'),
    topic: topic('roll-out'),
    content: content('roll-out'),
  });
  draft('lucia', {
    type: 'stream',
    to: channel('support'),
    topic: topic('queue'),
    content: content('queue'),
  });
  draft('mei', {
    type: '',
    to: [],
    topic: '',
    content: content('talk'),
  });
  draft('sofia', {
    type: 'stream',
    to: channel('pilot-bakeries'),
    topic: topic('film'),
    content: content('film'),
  });
}

function keepSnippets(seeder: Seeder): void {
  const snippets = [
    ['lucia', 'sign-in'],
    ['lucia', 'region'],
    ['fatima', 'publish'],
    ['daniel', 'checklist'],
    ['jonas', 'reminder'],
  ] as const;
  for (const [key, snippet] of snippets) {
    const { name, description: content } = seeder.texts.pair('snippets', snippet);
    createSavedSnippet(seeder.as(key), name, content);
  }
}

function keepForLater(seeder: Seeder): void {
  const now = seeder.system().now;
  const { texts } = seeder;
  const later = (key: PersonKey, years: number, to: string | PersonKey[], content: string): void =>
    void scheduleMessage(seeder.as(key), {
      type: typeof to === 'string' ? 'stream' : 'private',
      to: typeof to === 'string' ? seeder.channel(to).id : to.map((one) => seeder.id(one)),
      topic: typeof to === 'string' ? texts.text('topics', content) : undefined,
      content: texts.text('scheduled', content),
      deliverAt: now + Math.round(years * yearSecs),
      readBySender: undefined,
    });
  later('jonas', 5, 'general', 'lease');
  later('amara', 6, 'announcements', 'ten-years');
  later('mei', 5, 'engineering', 'certificates');
  later('amara', 5.5, ['mei', 'jonas'], 'dinner');
  const target =
    seeder.system().db.get<{ id: number }>('SELECT max(id) AS id FROM messages WHERE sender_id = ?', seeder.id('jonas'))
      ?.id ?? 0;
  createReminder(seeder.as('amara'), target, now + 5 * yearSecs, texts.text('scheduled', 'reminder'));
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
    welcomeText: seeder.texts.written(seeder.texts.text('organization', 'invitation')),
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
