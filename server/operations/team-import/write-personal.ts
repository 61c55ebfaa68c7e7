/** Writes what users keep for themselves: topics, snippets, drafts, alert words, quiet hours, and what bots store. */
import { storeBotService, webhookTriggers } from '../../domain/bots/rows.ts';
import { quietHoursSchema } from '../../domain/do-not-disturb/quiet-rules.ts';
import { findChoice, storeChoice, storeShown } from '../../domain/do-not-disturb/rows.ts';
import { topicFromRequest } from '../../events/topic-name.ts';
import { topicKey } from '../../names.ts';
import { defaultLimits } from '../../options.ts';
import { phrase } from '../../translation.ts';
import type { DraftPart, PersonalRecord, Placed, QuietPart } from './personal-records.ts';
import type { UserRecord } from './records.ts';
import { pastTime, type Team } from './team.ts';

export function writePersonal(team: Team, record: PersonalRecord): void {
  const user = team.ids.find('user', record.user);
  if (user === undefined) {
    team.problem(record, phrase('The user of a personal setting is not in the file.'), 'left out');
    return;
  }
  const isAgain = team.ids.wasImported('user', record.user);
  if (record.of === 'topic') writeTopic(team, record, user, isAgain);
  else if (record.of === 'snippet') writeSnippet(team, record, user);
  else if (isAgain) return;
  else if (record.of === 'draft') writeDraft(team, record, user);
  else if (record.of === 'quiet') writeQuiet(team, record, user);
  else if (record.of === 'bot-storage')
    team.insert('bot_storage', { bot_id: user, key: record.key, value: record.value }, 'OR IGNORE');
  else if (record.of === 'alert-word') {
    const word = record.word.trim();
    if (word !== '') team.insert('alert_words', { user_id: user, word, word_key: word.toLowerCase() }, 'OR IGNORE');
  } else if (record.of === 'muted-user') {
    const muted = team.ids.find('user', record.muted);
    if (muted !== undefined && muted !== user)
      team.insert(
        'muted_users',
        { user_id: user, muted_user_id: muted, timestamp: pastTime(record.at, team.now) },
        'OR IGNORE',
      );
  } else
    team.insert(
      'navigation_views',
      { user_id: user, fragment: fragmentHere(team, record.fragment), is_pinned: record.isPinned, name: record.name },
      'OR IGNORE',
    );
}

function writeTopic(
  team: Team,
  record: Extract<PersonalRecord, { of: 'topic' }>,
  user: number,
  isAgain: boolean,
): void {
  const channel = team.ids.find('channel', record.channel);
  if (channel === undefined || (isAgain && team.ids.wasImported('channel', record.channel))) return;
  const topic = topicFromRequest(record.topic);
  team.insert(
    'user_topics',
    {
      user_id: user,
      stream_id: channel,
      topic_key: topicKey(topic),
      topic,
      visibility_policy: record.policy,
      last_updated: pastTime(record.at, team.now),
    },
    'OR IGNORE',
  );
}

function writeSnippet(team: Team, record: Extract<PersonalRecord, { of: 'snippet' }>, user: number): void {
  if (team.ids.wasImported('snippet', record.id)) return;
  const id = team.insert('saved_snippets', {
    id: team.ids.wanted('saved_snippets', record.id) ?? null,
    user_id: user,
    title: record.title,
    content: record.content,
    date_created: pastTime(record.created, team.now),
  });
  team.ids.note('snippet', record.id, id ?? 0, true);
}

const fragmentHere = (team: Team, fragment: string): string =>
  fragment.replace(/(narrow\/(?:channel|stream)\/)(\d+)/, (all, before: string, id: string) => {
    const here = team.ids.find('channel', Number(id));
    return here === undefined ? all : `${before}${here}`;
  });

/** Of which the place was not imported, a draft keeps its text. */
function writeDraft(team: Team, record: Placed & DraftPart, user: number): void {
  if (team.ids.find('draft', record.id) !== undefined) return;
  const found = record.to.map((id) => team.ids.find(record.type === 'stream' ? 'channel' : 'user', id));
  const isWhole = !found.includes(undefined);
  if (!isWhole) team.problem(record, phrase('The place of a draft was not imported; the draft has none.'), 'changed');
  const type = isWhole ? record.type : '';
  const id = team.insert('drafts', {
    id: team.ids.wanted('drafts', record.id) ?? null,
    user_id: user,
    type,
    recipients: JSON.stringify(type === '' ? [] : found),
    topic: type === 'stream' ? cut(record.topic, defaultLimits.maxTopicLength) : '',
    content: cut(record.content, defaultLimits.maxMessageLength),
    timestamp: pastTime(record.at, team.now),
  });
  team.ids.note('draft', record.id, id ?? 0, true);
}

const cut = (text: string, most: number): string => [...text].slice(0, most).join('');

/** The housekeeping of the server informs others of it, as its time to be looked at has passed. */
function writeQuiet(team: Team, record: Placed & QuietPart, user: number): void {
  if (findChoice(team.tx, user) !== undefined) return;
  const hours = quietHoursSchema.safeParse(record.quietHours);
  if (!hours.success) {
    team.problem(record, phrase('Quiet hours of a user cannot be read.'), 'left out');
    return;
  }
  storeChoice(team.tx, user, {
    until: record.until,
    resumed_until: record.resumedUntil,
    chosen_at: pastTime(record.chosen, team.now),
    quiet_hours: hours.data,
    allowed_user_ids: record.allowedUsers.flatMap((id) => team.ids.find('user', id) ?? []),
    allowed_channel_ids: record.allowedChannels.flatMap((id) => team.ids.find('channel', id) ?? []),
    status_ends_at: record.statusEnds,
    follows_status: record.followsStatus ? 1 : 0,
  });
  storeShown(team.tx, user, { shown_until: null, changes_at: 0, noted_at: 0, time_zone: '' });
}

/** Where a bot is called, with a new token. */
export function writeWebhook(
  team: Team,
  bot: number,
  { url, interface: form, triggers }: NonNullable<NonNullable<UserRecord['bot']>['webhook']>,
): void {
  const known = Array.isArray(triggers) ? webhookTriggers.filter((one) => triggers.includes(one)) : [];
  storeBotService(team.tx, {
    bot_id: bot,
    base_url: url,
    token: team.services.random.token(32),
    interface: form === 2 ? 2 : 1,
    triggers: known.length > 0 ? known : [...webhookTriggers],
  });
}
