/** Calls of moved messages, as far as users who meet them for the first time are concerned: read from the stored HTML, rendered only where an alert word is likely. */
import { renderMessage } from '../../../markdown/render.ts';
import { textOfHtml } from '../../../narrow/html-text.ts';
import type { Reader } from '../../../storage/database.ts';
import type { SystemActing } from '../../acting.ts';
import { findUser } from '../../users/rows.ts';
import { markdownContext } from '../markdown-context.ts';
import { alertWordsIn, type Calls } from '../notifying/mentions.ts';
import { findMessage } from '../rows.ts';

/** Characters of HTML that one move searches for alert words, the newest messages first: a move is one step of the event loop. */
const mostSearched = 60_000;
/** Messages that it renders because an alert word is likely in them. */
const mostRendered = 20;

/** A mention that is not silent, as messages are stored. Only the renderer writes such a tag. */
const mention =
  /<span class="(?:user-(?:group-)?mention" data-user-(group-)?id="(\d+)"|(user-mention channel-wildcard-mention" data-user-id="\*")|(topic-mention"))>/g;

/** What of these messages calls users, without those that call no one. @param users whose alert words count */
export function callsOf(acting: SystemActing, ids: readonly number[], users: readonly number[]): Map<number, Calls> {
  const { db } = acting;
  const calls = new Map<number, Calls>();
  const alerting = alertTexts(acting, ids, users);
  for (const id of alerting.keys()) calls.set(id, callsIn('', alerting.get(id)));
  for (const { id, html } of mentioningAmong(db, ids)) calls.set(id, callsIn(html, alerting.get(id)));
  return calls;
}

function callsIn(html: string, alertText = ''): Calls {
  const found = [...html.matchAll(mention)];
  const idsOf = (isGroup: boolean): number[] =>
    found.flatMap(([, group, id]) => (id !== undefined && (group !== undefined) === isGroup ? [Number(id)] : []));
  return {
    mentionedUserIds: idsOf(false),
    mentionedGroupIds: idsOf(true),
    hasChannelWildcard: found.some(([, , , channel]) => channel !== undefined),
    hasTopicWildcard: found.some(([, , , , topic]) => topic !== undefined),
    alertText,
  };
}

function mentioningAmong(db: Reader, ids: readonly number[]): { id: number; html: string }[] {
  return db.all(
    `SELECT id, rendered_content AS html FROM messages WHERE id IN (SELECT value FROM json_each(?))
       AND (rendered_content LIKE '%mention" data-user-%' OR rendered_content LIKE '%"topic-mention"%')`,
    JSON.stringify(ids),
  );
}

/** The text for alert words of the messages that are likely to have one. */
function alertTexts(acting: SystemActing, ids: readonly number[], users: readonly number[]): Map<number, string> {
  const { db } = acting;
  const texts = new Map<number, string>();
  if (!haveAlertWords(db, users)) return texts;
  let searched = 0;
  for (const id of ids.toSorted((a, b) => b - a)) {
    const message = findMessage(db, id);
    if (message === undefined) continue;
    searched += message.rendered_content.length;
    if (searched > mostSearched || texts.size >= mostRendered) break;
    if (alertWordsIn(db, textOfHtml(message.rendered_content).text).length === 0) continue;
    const context = markdownContext(
      { ...acting, user: findUser(db, message.sender_id) },
      { channelId: message.stream_id ?? undefined, messageId: id },
    );
    const { alertText } = renderMessage(message.content, { ...context, earlierHtml: message.rendered_content });
    texts.set(id, alertText);
  }
  return texts;
}

const haveAlertWords = (db: Reader, userIds: readonly number[]): boolean =>
  db.get(
    'SELECT 1 FROM alert_words WHERE user_id IN (SELECT value FROM json_each(?)) LIMIT 1',
    JSON.stringify(userIds),
  ) !== undefined;
