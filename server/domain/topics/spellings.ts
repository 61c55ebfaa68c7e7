/**
 * Spellings of topics in old data. A folder of an older version may hold one topic under several keys, as composed and decomposed
 * letters; at the first start they become one. A stop in between loses nothing: the next start continues.
 */
import { topicKey } from '../../names.ts';
import type { Reader, Storage } from '../../storage/database.ts';
import { nextTopic, respellTopic, type TopicPlace } from '../messages/rows.ts';
import { serverSetting, storeServerSetting } from '../organization/rows.ts';
import { respellPolicies, usersWithPolicies } from './policies.shared.ts';

/** Where it is stored by which rule the keys of all topics are made, and the rule of today (names.ts). */
const ruleSetting = 'topic_spelling_rule';
const spellingRule = 1;

/** Messages that one transaction rewrites. */
const messagesAtOnce = 1000;

/** Gives every topic the key and the spelling of today. Requests wait until it is done. */
export async function respellTopics(storage: Storage): Promise<void> {
  if ((await storage.read((db) => serverSetting(db, ruleSetting, 0))) === spellingRule) return;
  for (const place of await storage.read(outdatedTopics))
    while (await storage.transaction((tx) => respellTopic(tx, place, messagesAtOnce)));
  for (const userId of await storage.read(usersWithPolicies))
    await storage.transaction((tx) => respellPolicies(tx, userId));
  await storage.transaction((tx) => storeServerSetting({ tx }, ruleSetting, spellingRule));
}

/** Topics of messages whose stored key is not that of today. */
function outdatedTopics(db: Reader): TopicPlace[] {
  const found: TopicPlace[] = [];
  let place: TopicPlace | undefined = { channelId: -1, topicKey: '' };
  while ((place = nextTopic(db, place)) !== undefined)
    if (topicKey(place.topicKey) !== place.topicKey) found.push(place);
  return found;
}
