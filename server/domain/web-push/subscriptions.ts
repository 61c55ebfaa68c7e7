/**
 * Browsers that get notifications by web push: a user's, each with what its push service needs. One that its push service does not know
 * any more goes, and so does one whose user signs out there.
 */
import { enqueueDelivery } from '../../delivery/queue.ts';
import {
  isBrowserKey,
  isBrowserSecret,
  makeVapidKeys,
  type BrowserSubscription,
  type WebPushErrand,
} from '../../delivery/web-push.ts';
import { badRequest, coded, invalidParameter } from '../../errors.ts';
import { isSeen } from '../../names.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting, SystemActing, Viewing } from '../acting.ts';
import { usersSignedOutByProviders } from '../users/sign-in-check-rows.ts';
import * as rows from './rows.ts';

const maxSubscriptions = 20;

/** The key that browsers of this server subscribe with, base64url; made with the first one. */
export function publicKey({ db, tx }: Acting): string {
  const known = rows.findKeys(db);
  if (known !== undefined) return known.public_key;
  const made = makeVapidKeys();
  rows.storeKeys(tx, made);
  return made.public_key;
}

interface NewSubscription extends BrowserSubscription {
  name: string;
  showsText: boolean;
  /** Of the session of the browser; null for a client with an API key. */
  sessionHash: string | null;
}

/** Stores a browser of the caller; the same one again replaces it. @returns its id. @throws ApiError BAD_REQUEST for an address, a key or a name that is none, for one too many, for bots. */
export function addSubscription(acting: Acting, { endpoint, p256dh, auth, ...subscription }: NewSubscription): number {
  const { db, tx, user, now } = acting;
  if (user.is_bot === 1) throw badRequest('Bots have no browsers.');
  checkEndpoint(endpoint);
  if (!isBrowserKey(p256dh)) throw invalidParameter('p256dh', 'p256dh is not a public key of a browser');
  if (!isBrowserSecret(auth)) throw invalidParameter('auth', 'auth is not a secret of a browser');
  const name = subscription.name.trim();
  if (!isSeen(name)) throw invalidParameter('name', 'Enter a name for the browser.');
  const others = rows.subscriptionsOfUser(db, user.id).filter((each) => each.endpoint !== endpoint);
  if (others.length >= maxSubscriptions)
    throw badRequest(`You can have at most ${maxSubscriptions} browsers. Remove one that you no longer use.`);
  return rows.insertSubscription(tx, {
    user_id: user.id,
    name,
    shows_text: subscription.showsText ? 1 : 0,
    endpoint,
    p256dh,
    auth,
    session_hash: subscription.sessionHash,
    created_at: now,
  });
}

/** Where it leads is checked when something is sent: names may lead elsewhere by then. */
function checkEndpoint(endpoint: string): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === undefined || !isHttp || url.username !== '' || url.password !== '')
    throw invalidParameter('endpoint', 'endpoint is not an address of a push service');
}

/** Removes a browser of the caller. @throws ApiError WEB_PUSH_NOT_FOUND. */
export function removeSubscription(acting: Acting, id: number): void {
  rows.deleteSubscriptions(acting.tx, [accessSubscription(acting, id).id]);
}

/** Removes all browsers of a user. */
export const removeSubscriptionsOf = ({ tx }: SystemActing, userId: number): void =>
  rows.deleteSubscriptionsOf(tx, userId);

/** Sends a test to a browser of the caller. @throws ApiError WEB_PUSH_NOT_FOUND. */
export function sendTest(acting: Acting, id: number): void {
  publishTo(acting, accessSubscription(acting, id), null);
}

/** Queues a notification for a browser. @param messageId null: a test. */
export function publishTo(
  acting: SystemActing,
  { id, user_id: userId }: Pick<rows.SubscriptionRow, 'id' | 'user_id'>,
  messageId: number | null,
): void {
  const errand: WebPushErrand = { subscriptionId: id, messageId };
  enqueueDelivery(acting, { kind: 'web_push', subjectId: userId, payload: errand });
}

/** What a push service said. */
export function settleSubscription(
  acting: SystemActing,
  id: number,
  outcome: 'taken' | 'gone' | { error: string },
): void {
  if (outcome === 'gone') rows.deleteSubscriptions(acting.tx, [id]);
  else if (outcome === 'taken') rows.noteSent(acting.tx, id, acting.now);
  else rows.noteError(acting.tx, id, outcome.error);
}

/** Users whose browsers get notifications. */
export function usersWithBrowsers(db: Reader): ReadonlySet<number> {
  const users = rows.usersWithSubscriptions(db);
  const signedOut = usersSignedOutByProviders(db);
  return signedOut.size === 0 ? users : new Set([...users].filter((id) => !signedOut.has(id)));
}

/** The caller's browsers, the oldest first. Their addresses are secrets. */
export function subscriptionsWire({ db, user }: Viewing) {
  return rows.subscriptionsOfUser(db, user.id).map((row) => ({
    subscription_id: row.id,
    name: row.name,
    shows_text: row.shows_text === 1,
    created_at: row.created_at,
    last_sent_at: row.last_sent_at,
    last_error: row.last_error,
  }));
}

function accessSubscription({ db, user }: Viewing, id: number): rows.SubscriptionRow {
  const row = rows.findSubscription(db, id);
  if (row?.user_id !== user.id) throw coded('WEB_PUSH_NOT_FOUND', 'This browser was removed already.', 404);
  return row;
}
