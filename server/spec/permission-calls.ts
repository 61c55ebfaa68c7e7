/**
 * The calls behind the rows of permissions.md: whose thing an operation is tried on. A row without a circumstance is the
 * valid call of calls.ts, for things of one's own where there are such.
 */
import type { Actor, Scene } from './scene.ts';
import type { Params } from './send.ts';

type Circumstance = (scene: Scene, who: Actor) => Params;

const ofOther = {
  message: (scene: Scene) => ({ message_id: scene.of('other').message }),
  hidden: ({ ids }: Scene) => ({ message_id: ids.secretMessage }),
};
const memberChannel = ({ ids }: Scene): Params => ({ stream_id: ids.ofMember.channel });
const privateChannel = ({ ids }: Scene): Params => ({ stream_id: ids.secret });

/** "OPERATION: circumstance", in the words of permissions.md. */
export const circumstances: Record<string, Circumstance> = {
  'POST /channels/create: private': () => ({ invite_only: true }),
  'POST /channels/create: web-public': () => ({ is_web_public: true }),
  'POST /channels/create: by default for new users': () => ({ is_default_stream: true }),
  'POST /channels/create: with a retention of its own': () => ({ message_retention_days: '30' }),
  'GET /streams: every channel that there is': () => ({ include_all_active: true }),
  'GET /streams/{stream_id}: private, not subscribed': privateChannel,
  'GET /console/channels/{stream_id}/topics: private, not subscribed': privateChannel,
  'PATCH /streams/{stream_id}: made by somebody else': ({ ids }) => ({ stream_id: ids.common }),
  'PATCH /streams/{stream_id}: private, not subscribed': privateChannel,
  'PATCH /streams/{stream_id}: retention': () => ({ message_retention_days: '30' }),
  'PATCH /streams/{stream_id}: by default for new users': () => ({ is_default_stream: true }),
  'DELETE /streams/{stream_id}: made by somebody else': ({ ids }) => ({ stream_id: ids.common }),
  'GET /streams/{stream_id}/members: private, not subscribed': privateChannel,
  'DELETE /realm/emoji/{emoji_name}: added by somebody else': () => ({ emoji_name: 'spark' }),
  'GET /events: queue of somebody else': ({ ids }) => ({ queue_id: ids.queueOfOther }),
  'DELETE /events: queue of somebody else': ({ ids }) => ({ queue_id: ids.queueOfOther }),
  'POST /invites: as administrator': () => ({ invite_as: 200 }),
  'POST /invites: as owner': () => ({ invite_as: 100 }),
  'POST /invites: with a welcome text': () => ({ welcome_message_custom_text: 'Hello!' }),
  'POST /messages: to a private channel, not subscribed': () => ({ to: 'secret' }),
  'POST /messages: directly': ({ people, other }, who) => ({
    type: 'direct',
    to: [who === 'member' ? other.userId : people.member.userId],
    topic: undefined,
  }),
  'GET /messages/{message_id}: in a private channel, not subscribed': ofOther.hidden,
  'POST /messages/{message_id}/reactions: in a private channel, not subscribed': ofOther.hidden,
  'PATCH /messages/{message_id}: sent by somebody else': ofOther.message,
  'PATCH /messages/{message_id}: topic of one sent by somebody else': (scene) => ({
    ...ofOther.message(scene),
    content: undefined,
    topic: 'elsewhere',
  }),
  'PATCH /messages/{message_id}: channel of one sent by somebody else': (scene) => ({
    ...ofOther.message(scene),
    content: undefined,
    stream_id: scene.ids.ofMember.channel,
  }),
  'PATCH /messages/{message_id}: in a private channel, not subscribed': ofOther.hidden,
  'DELETE /messages/{message_id}: sent by somebody else': ofOther.message,
  'GET /messages/{message_id}/history: in a private channel, not subscribed': ofOther.hidden,
  'POST /submessage: begun on a message of somebody else': ofOther.message,
  'POST /messages/{message_id}/typing: sent by somebody else': ofOther.message,
  'PATCH /realm: message retention': () => ({ name: undefined, message_retention_days: 30 }),
  'PATCH /realm: who may create groups': ({ ids }) => ({ name: undefined, can_create_groups: ids.moderators }),
  'POST /users/me/subscriptions: a private channel, not subscribed': () => ({ subscriptions: [{ name: 'secret' }] }),
  'POST /users/me/subscriptions: a public channel': () => ({ subscriptions: [{ name: 'second' }] }),
  'POST /users/me/subscriptions: somebody else': ({ other }) => ({
    subscriptions: [{ name: 'members' }],
    principals: [other.userId],
  }),
  'DELETE /users/me/subscriptions: somebody else': ({ other }) => ({ principals: [other.userId] }),
  'DELETE /attachments/{attachment_id}: uploaded by somebody else': (scene) => ({
    attachment_id: scene.of('other').attachment,
  }),
  'GET !/user_uploads/{realm_id_str}/{*filename}: uploaded by somebody else, not shared': (scene) => ({
    filename: scene.of('other').upload.split('/').slice(1).join('/'),
  }),
  'PATCH /drafts/{draft_id}: of somebody else': (scene) => ({ draft_id: scene.of('other').draft }),
  'DELETE /drafts/{draft_id}: of somebody else': (scene) => ({ draft_id: scene.of('other').draft }),
  'DELETE /reminders/{reminder_id}: of somebody else': (scene) => ({ reminder_id: scene.of('other').reminder }),
  'PATCH /saved_snippets/{saved_snippet_id}: of somebody else': (scene) => ({
    saved_snippet_id: scene.of('other').snippet,
  }),
  'DELETE /saved_snippets/{saved_snippet_id}: of somebody else': (scene) => ({
    saved_snippet_id: scene.of('other').snippet,
  }),
  'PATCH /scheduled_messages/{scheduled_message_id}: of somebody else': (scene) => ({
    scheduled_message_id: scene.of('other').scheduled,
  }),
  'DELETE /scheduled_messages/{scheduled_message_id}: of somebody else': (scene) => ({
    scheduled_message_id: scene.of('other').scheduled,
  }),
  'POST /scheduled_messages: to a private channel, not subscribed': ({ ids }) => ({
    type: 'channel',
    to: ids.secret,
    topic: 'plans',
  }),
  'GET /users/me/{stream_id}/topics: private, not subscribed': privateChannel,
  'POST /user_topics: private, not subscribed': privateChannel,
  'POST /streams/{stream_id}/delete_topic: in the channel of member': memberChannel,
  'POST /console/users/{user_id}/password_link: of an owner': ({ people }) => ({ user_id: people.owner.userId }),
  'POST /console/users/{user_id}/sign_out: of an owner': ({ people }) => ({ user_id: people.owner.userId }),
  'PATCH /users/{user_id}: role of a member': () => ({ role: 300 }),
  'PATCH /users/{user_id}: member becomes owner': () => ({ role: 100 }),
  'PATCH /users/{user_id}: an owner': ({ people }) => ({ user_id: people.owner.userId }),
  'PATCH /users/{user_id}: address': () => ({ new_email: 'mia.new@example.com' }),
  'PATCH /users/{user_id}: the right to create users': ({ people }) => ({
    user_id: people.administrator.userId,
    can_create_users: false,
  }),
  'DELETE /users/{user_id}: an owner': ({ people }) => ({ user_id: people.owner.userId }),
  'PATCH /bots/{bot_id}: of somebody else': ({ ids }) => ({ bot_id: ids.botOfOther }),
  'DELETE /bots/{bot_id}: of somebody else': ({ ids }) => ({ bot_id: ids.botOfOther }),
  'POST /bots/{bot_id}/api_key/regenerate: of somebody else': ({ ids }) => ({ bot_id: ids.botOfOther }),
  'PATCH /user_groups/{user_group_id}: made by somebody else': ({ ids }) => ({ user_group_id: ids.group }),
  'POST /user_groups/{user_group_id}/deactivate: made by somebody else': ({ ids }) => ({ user_group_id: ids.group }),
  'POST /user_groups/{user_group_id}/members: made by somebody else': ({ ids, people }, who) => ({
    user_group_id: ids.group,
    add: [people[who].userId],
  }),
  'POST /typing: private channel, not subscribed': ({ ids }) => ({
    type: 'channel',
    stream_id: ids.secret,
    topic: 'plans',
    to: undefined,
  }),
};
