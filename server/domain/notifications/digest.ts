/**
 * The weekly digest for people who have been away for some days: what was talked about in their channels, new channels, new people
 * (settings `digest_emails_enabled` and `digest_weekday` of the organization, `enable_digest_emails` of the user).
 */
import { sendMail } from '../../delivery/mail.ts';
import { daySecs, ifPast } from '../../durations.ts';
import { topicForPeople } from '../../events/topic-name.ts';
import { narrowUrl } from '../../markdown/urls.ts';
import type { Reading } from '../../texts.ts';
import type { SystemActing, SystemViewing } from '../acting.ts';
import { canAccessMetadata } from '../channels/access.ts';
import { allChannels, findChannel } from '../channels/rows.ts';
import { isSubscribed } from '../channels/subscriptions/rows.ts';
import { readableMessages } from '../messages/access.ts';
import { firstIdSince, idRangesSince } from '../messages/message-time-rows.ts';
import type { Steps } from '../messages/reading/steps.ts';
import { findMessage } from '../messages/rows.ts';
import { originForOthers } from '../organization/addresses.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { lastActive } from '../users/activity.shared.ts';
import { readingOf } from '../users/language.shared.ts';
import { activePeople, findUser, type UserRow } from '../users/rows.ts';
import { timeZoneOf, userSetting } from '../users/settings.shared.ts';
import { usersSignedOutByProviders } from '../users/sign-in-check-rows.ts';
import { canAccessUser } from '../users/visibility.shared.ts';
import { mailBody, type MailPart } from './mail-layout.ts';
import { lastDigest, noteDigest } from './rows.ts';
import { unsubscribing } from './unsubscribe.ts';

/** A user who was there more recently has seen what happened. */
const awaySecs = 5 * daySecs;
/** A week, with room for a clock that moved. */
const pauseSecs = 6 * daySecs;
const periodSecs = 7 * daySecs;
/** Hour of the reader's day from which on it is sent. */
const hour = 8;
/** How much of each kind one digest shows. */
const most = { topics: 8, channels: 8, people: 10 };

/** Ids of those whose digest is due now, a person a step. Reads only. */
export function* usersToDigest(viewing: SystemViewing): Steps<number[]> {
  const { db } = viewing;
  const due: number[] = [];
  if (!organizationSetting(db, 'digest_emails_enabled')) return due;
  for (const user of activePeople(db)) {
    if (isDue(viewing, user)) due.push(user.id);
    yield;
  }
  return due;
}

function isDue({ db, now }: SystemViewing, user: UserRow): boolean {
  if (!userSetting(db, user, 'enable_digest_emails') || usersSignedOutByProviders(db).has(user.id)) return false;
  if (now - ifPast(lastDigest(db, user.id), now) < pauseSecs) return false;
  const seen = Math.max(ifPast(lastActive(db, user.id), now), ifPast(user.date_joined, now));
  if (now - seen < awaySecs) return false;
  const day = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone: timeZoneOf(user),
  }).formatToParts(now * 1000);
  const partOf = (type: string): string => day.find((part) => part.type === type)?.value ?? '';
  return partOf('weekday') === weekdays[organizationSetting(db, 'digest_weekday')] && Number(partOf('hour')) >= hour;
}

/** As the setting counts them: 0 is Monday. */
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Queues one user's digest, if it is due and there is something to tell. */
export function sendDigest(acting: SystemActing, userId: number): void {
  const user = findUser(acting.db, userId);
  if (user === undefined || user.is_active === 0 || !isDue(acting, user)) return;
  noteDigest(acting.tx, userId, acting.now);
  const reading = readingOf(user);
  const news = [
    ...topics(acting, user, reading),
    ...newChannels(acting, user, reading),
    ...newPeople(acting, user, reading),
  ];
  if (news.length === 0) return;
  const organization = organizationSetting(acting.db, 'name');
  const { t, language } = reading;
  const { parts, headers } = unsubscribing(acting, user, 'digest');
  sendMail(acting, {
    to: user.delivery_email,
    subject: t('What happened on {{organization}}', { organization }),
    ...mailBody(language, [
      { kind: 'paragraph', text: t('Hello {{name}},', { name: user.full_name }) },
      {
        kind: 'paragraph',
        text: t('This is what happened on {{organization}} in the last few days.', { organization }),
      },
      ...news,
      { kind: 'link', text: t('Open the chat'), href: `${originForOthers(acting)}/chat/#recent` },
      ...parts,
    ]),
    headers,
    isPrivate: true,
    subjectId: user.id,
  });
}

/** The topics most written in, in channels that the user has and does not mute. */
function topics(viewing: SystemViewing, user: UserRow, { t }: Reading): MailPart[] {
  const { db, now } = viewing;
  const since = now - periodSecs;
  // Imports bring older messages under newer ids.
  const { whole, partial } = idRangesSince(db, since);
  const rows = db.all<{ count: number; last_id: number }>(
    `SELECT count(*) AS count, max(m.id) AS last_id FROM messages m
     JOIN subscriptions s ON s.stream_id = m.stream_id AND s.user_id = ? AND s.active = 1 AND s.is_muted = 0
     WHERE m.id >= ? AND EXISTS (SELECT 1 FROM json_each(?) WHERE m.id BETWEEN value ->> 'low' AND value ->> 'high') AND m.timestamp >= ?
     GROUP BY m.stream_id, m.topic_key ORDER BY count(*) DESC, max(m.id) DESC LIMIT ?`,
    user.id,
    firstIdSince(db, since),
    JSON.stringify([...whole, ...partial]),
    since,
    most.topics,
  );
  const shown = rows.flatMap(({ count, last_id: id }): MailPart[] => {
    const row = findMessage(db, id);
    const channel = row?.stream_id == null ? undefined : findChannel(db, row.stream_id);
    if (row === undefined || channel === undefined || readableMessages({ db, user }, [row]).length === 0) return [];
    return [
      {
        kind: 'link',
        text: t('#{{channel}} > {{topic}} ({{count}} messages)', {
          channel: channel.name,
          topic: topicForPeople(row.topic),
          count,
          defaultValue_one: '#{{channel}} > {{topic}} ({{count}} message)',
        }),
        href: `${originForOthers(viewing)}${narrowUrl(channel, row.topic, undefined, id)}`,
      },
    ];
  });
  return shown.length === 0 ? [] : [{ kind: 'heading', text: t('Active conversations') }, ...shown];
}

function newChannels(viewing: SystemViewing, user: UserRow, { t }: Reading): MailPart[] {
  const { db, now } = viewing;
  const found = allChannels(db).filter(
    (channel) =>
      channel.date_created > now - periodSecs &&
      channel.date_created <= now &&
      channel.is_archived === 0 &&
      !isSubscribed(db, user.id, channel.id) &&
      canAccessMetadata({ db, user }, channel),
  );
  return found.length === 0
    ? []
    : [
        { kind: 'heading', text: t('New channels') },
        ...found.slice(0, most.channels).map((channel): MailPart => ({
          kind: 'link',
          text: `#${channel.name}`,
          href: `${originForOthers(viewing)}${narrowUrl(channel)}`,
        })),
      ];
}

function newPeople({ db, now }: SystemViewing, user: UserRow, { t, language }: Reading): MailPart[] {
  const people = db
    .all<UserRow>(
      'SELECT * FROM users WHERE is_active = 1 AND is_bot = 0 AND id <> ? AND date_joined > ? AND date_joined <= ? ORDER BY date_joined',
      user.id,
      now - periodSecs,
      now,
    )
    .filter((person) => canAccessUser({ db, user }, person));
  if (people.length === 0) return [];
  const names = people.slice(0, most.people).map((person) => person.full_name);
  const more = people.length - names.length;
  const text = new Intl.ListFormat(language).format([
    ...names,
    ...(more > 0 ? [t('{{count}} more', { count: more })] : []),
  ]);
  return [
    { kind: 'heading', text: t('New people') },
    { kind: 'paragraph', text },
  ];
}
