/**
 * Drafts: what stands in the box of each conversation here, and what the server keeps of it for the other devices. The newer text
 * wins a box, and the older one becomes a draft of its own: no word is lost. Pure; draft-store.ts does the sending and the keeping.
 */
import { direct, inChannel, keyOf, type Conversation, type ConversationKey } from '../../client/state/conversation.ts';
import type { Draft } from '../../client/state/own.ts';

export interface LocalDraft {
  /** Whose words, in which organization. */
  home: string;
  conversation: Conversation;
  text: string;
  /** When it was last written here, in milliseconds since 1970. */
  changedAt: number;
  /** When the first word of this text was written here: a text that is begun again is another. Missing from drafts of other devices. */
  startedAt?: number | undefined;
  /** What a box held that is empty now, for the other tabs. */
  emptiedOf?: string | undefined;
  /** The draft at the server that this text is of; null while there is none. */
  serverId: number | null;
  /** The text that the server is known to have; null while it has none. */
  syncedText: string | null;
  /** The text that the server was last asked to take, whether its answer came or not. */
  sentText?: string | null;
  /** The key of an entry of the outbox that was taken back to be edited, and that the server may have already. */
  revises?: string | null;
}

export type LocalDrafts = ReadonlyMap<ConversationKey, LocalDraft>;

/** What the server should be asked to do about a draft. */
export type DraftRequest =
  | { kind: 'create' }
  | { kind: 'update'; id: number }
  | { kind: 'delete'; id: number }
  | { kind: 'none' };

/** @returns where a draft belongs, or null for one without a destination. */
export function draftConversation(
  { type, to, topic }: Pick<Draft, 'type' | 'to' | 'topic'>,
  me: number,
): Conversation | null {
  const [first] = to;
  if (type === 'stream' && first !== undefined) return inChannel(first, topic);
  return type === 'private' && to.length > 0 ? direct(to, me) : null;
}

/** Fields of a draft as the server takes them. */
export function draftFields({ conversation, text, changedAt }: LocalDraft): Omit<Draft, 'id'> {
  const timestamp = Math.floor(changedAt / 1000);
  return conversation.kind === 'channel'
    ? { type: 'stream', to: [conversation.channelId], topic: conversation.topic, content: text, timestamp }
    : { type: 'private', to: [...conversation.userIds], topic: '', content: text, timestamp };
}

/** The server keeps no space at the end. */
export function isSame(one: string, other: string): boolean {
  return one.trimEnd() === other.trimEnd();
}

export function requestFor({ text, serverId, syncedText }: LocalDraft): DraftRequest {
  const isEmpty = text.trim() === '';
  if (serverId === null) return isEmpty ? { kind: 'none' } : { kind: 'create' };
  if (isEmpty) return { kind: 'delete', id: serverId };
  return syncedText !== null && isSame(text, syncedText) ? { kind: 'none' } : { kind: 'update', id: serverId };
}

/**
 * Two tabs that save the same text at once make two drafts of it: each keeps the one with the lower number, so that neither ends the
 * other's.
 */
export function withEarlierTwins(locals: LocalDrafts, drafts: ReadonlyMap<number, Draft>, me: number): LocalDrafts {
  const next = new Map(locals);
  for (const [id, draft] of drafts) {
    const conversation = draftConversation(draft, me);
    const local = conversation === null ? undefined : next.get(keyOf(conversation));
    if (conversation === null || local === undefined || local.serverId === null || local.serverId <= id) continue;
    if (local.syncedText !== null && isSame(local.syncedText, draft.content))
      next.set(keyOf(conversation), { ...local, serverId: id, syncedText: draft.content });
  }
  return [...next].some(([key, local]) => locals.get(key) !== local) ? next : locals;
}

interface Reconciled {
  locals: LocalDrafts;
  /** Texts that lost their box to a newer one, to be kept as drafts of their own. */
  displaced: readonly LocalDraft[];
}

/** @returns the boxes after the server told its drafts. @param home whose they are. */
export function reconciled(
  locals: LocalDrafts,
  drafts: ReadonlyMap<number, Draft>,
  { me, home }: { me: number; home: string },
): Reconciled {
  const next = new Map(locals);
  const displaced: LocalDraft[] = [];
  const boxOf = new Map([...locals].flatMap(([key, { serverId }]) => (serverId === null ? [] : [[serverId, key]])));
  for (const [key, local] of locals) {
    if (local.serverId !== null && !drafts.has(local.serverId)) {
      // Sent or deleted elsewhere. What was written here since stays, and is a new draft; so do words that were put back while the
      // request of this box to delete them was on its way.
      if (isUnchanged(local) && local.sentText?.trim() !== '') next.delete(key);
      else next.set(key, { ...local, serverId: null, syncedText: null });
    }
  }
  for (const [id, draft] of drafts) {
    const key = boxOf.get(id);
    const local = key === undefined ? undefined : next.get(key);
    if (key !== undefined && local !== undefined) {
      const [box, lost] = met(local, id, draft);
      next.set(key, box);
      if (lost !== null) displaced.push(lost);
      continue;
    }
    const conversation = draftConversation(draft, me);
    if (conversation === null) continue;
    const there = next.get(keyOf(conversation));
    if (there === undefined) next.set(keyOf(conversation), taken({ home, conversation: conversation }, id, draft));
    // Of another tab, or of a request whose answer is still on its way.
    else if (there.serverId === null && isSame(there.text, draft.content))
      next.set(keyOf(conversation), { ...there, serverId: id, syncedText: draft.content });
  }
  const isChanged = next.size !== locals.size || [...next].some(([key, local]) => locals.get(key) !== local);
  return { locals: isChanged ? next : locals, displaced };
}

/** A box and the draft that it is of: the newer one has the box. @returns the box, and the text that lost it. */
function met(local: LocalDraft, id: number, draft: Draft): [LocalDraft, LocalDraft | null] {
  const { content } = draft;
  if (local.syncedText !== null && isSame(content, local.syncedText)) return [local, null];
  // The event of one's own request may come before its answer, and more may be written already.
  if (typeof local.sentText === 'string' && isSame(content, local.sentText))
    return [{ ...local, syncedText: content }, null];
  if (isSame(content, local.text)) return [{ ...local, syncedText: content }, null];
  if (isUnchanged(local)) return [taken(local, id, draft), null];
  const isNewer = Math.floor(local.changedAt / 1000) >= (draft.timestamp ?? 0);
  const alone = { ...local, serverId: null, syncedText: null };
  // The draft of before stays at the server as it is there; the box is a draft of its own from now on.
  return isNewer ? [alone, null] : [taken(local, id, draft), alone];
}

function taken(
  { home, conversation }: Pick<LocalDraft, 'home' | 'conversation'>,
  serverId: number,
  { content, timestamp }: Draft,
): LocalDraft {
  return { home, conversation, text: content, changedAt: (timestamp ?? 0) * 1000, serverId, syncedText: content };
}

function isUnchanged({ text, syncedText }: LocalDraft): boolean {
  return syncedText !== null && isSame(text, syncedText);
}

/** Drafts of a conversation that are in no box: written elsewhere at the same time. Newest first. */
export function othersOf(
  drafts: ReadonlyMap<number, Draft>,
  locals: LocalDrafts,
  conversation: Conversation,
  me: number,
): Draft[] {
  const boxed = new Set([...locals.values()].map(({ serverId }) => serverId));
  const here = keyOf(conversation);
  return [...drafts.values()]
    .filter((draft) => {
      const own = draftConversation(draft, me);
      return own !== null && keyOf(own) === here && !boxed.has(draft.id ?? null);
    })
    .toSorted((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0));
}
