/**
 * Messages: what other nouns call. Sending and deleting, who may read what, the wire shape, the slices of registration.
 * Behind it: messages/send.ts, edit.ts, move.ts, delete.ts (the verbs), access.ts (sight), find.ts and fetch.ts (reading).
 */
export { accessibleMessages, accessMessage, readableMessages } from './messages/access.ts';
export { messagesWire, type MessageWire } from './messages/wire.ts';
export { findMessage, maxMessageId, type MessageRow } from './messages/rows.ts';
export { sendMessage, type OutgoingMessage, type SentMessage } from './messages/send.ts';
export { sendAsSystemBot } from './messages/system.ts';
export { deleteMessages } from './messages/delete.ts';
export { messageSlices } from './messages/unread.ts';
export { accessTargetChannel, accessTargetUserIds, targetSchema } from './messages/targets.ts';
