/** Writing state besides the client state: the boxes that are open, drafts, edits and uploads. */
import { createStore } from 'zustand/vanilla';
import { ApiError, request } from '../../client/request.ts';
import { keyOf, type Conversation, type ConversationKey } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import type { ClientState } from '../../client/state/state.ts';
import { t } from '../../client/text.ts';
import { merged, withWords } from '../kit/box-parts.ts';
import { showNotice } from '../kit/notices.ts';
import { DraftStore } from './draft-store.ts';
import { EditStore } from './edit-store.ts';
import type { MessageStore } from './message-store.ts';
import type { OutboxRunner } from './outbox-runner.ts';
import { mayBeThere, type OutboxEntry } from './outbox.ts';
import { UploadStore, type UploadedFile } from './upload-store.ts';

/** A box that is on the screen. */
export interface OpenBox {
  /** What stands in it now is its conversation's draft. */
  keep: () => void;
  /** The whole message as Markdown, with its quotations and files. */
  text: () => string;
  /** Puts a message in place of all that is there; its text is undone like any other input. */
  replace: (text: string) => void;
  /** Puts words where the caret is. */
  insert: (words: string) => void;
  focus: () => void;
  hasFocus: () => boolean;
}

interface StateOfClient {
  clientState: ClientState | null;
}

interface WritingOptions {
  userId: number;
  /** The state by register and events; null before the first registration. */
  state: { subscribe: (listener: (state: StateOfClient, before: StateOfClient) => void) => unknown };
  messages: Pick<MessageStore, 'get'>;
  outbox: OutboxRunner;
  /** Who this is, where. */
  homeOf: (clientState: ClientState) => string;
}

export class Writing {
  readonly drafts: DraftStore;
  readonly uploads: UploadStore;
  readonly edits: EditStore;
  /** Where one writes to from a view of many conversations; null while no one does. */
  readonly mixedConversation = createStore<ConversationKey | null>(() => null);
  private readonly outbox: OutboxRunner;
  private readonly userId: number;
  private readonly messages: WritingOptions['messages'];
  private readonly boxes = new Map<ConversationKey, OpenBox>();
  /** The box that shall have the focus when it opens. */
  private wanted: ConversationKey | null = null;

  constructor({ userId, state, messages, outbox, homeOf }: WritingOptions) {
    this.outbox = outbox;
    this.userId = userId;
    this.messages = messages;
    const keep = (): void => {
      for (const box of this.boxes.values()) box.keep();
    };
    this.drafts = new DraftStore(userId, { append: (conversation, words) => this.append(conversation, words), keep });
    this.edits = new EditStore(userId);
    this.uploads = new UploadStore({
      onUploaded: (target, file) =>
        target.kind === 'edit' ? this.edits.attach(target.messageId, file) : this.attach(target, file),
      onAllUploaded: (conversation) => void this.send(conversation),
      onRestored: (target) => {
        // An edit whose text was not changed yet is kept by its file alone.
        if (target.kind === 'edit' && this.edits.open.getState() === null)
          this.edits.open.setState(target.messageId, true);
      },
      keeper: async () => new (await import('./upload-keeper.ts')).BrowserUploadKeeper(),
    });
    state.subscribe(({ clientState }, { clientState: before }) => {
      if (clientState === null) return;
      this.edits.begin(homeOf(clientState));
      void this.uploads.begin(userId, homeOf(clientState));
      const isSynchronized = clientState.settings.enable_drafts_synchronization === true;
      const wasSynchronized = before?.settings.enable_drafts_synchronization === true;
      if (clientState.own.drafts === before?.own.drafts && isSynchronized === wasSynchronized) return;
      // What was written a moment ago meets what is reported now, and is not put over it later.
      keep();
      this.drafts.update({
        me: clientState.me,
        home: homeOf(clientState),
        drafts: clientState.own.drafts,
        isSynchronized,
      });
    });
  }

  /** What was half written of messages that are gone goes into the box of their conversation. */
  takeEdits(goneIds: readonly number[]): void {
    for (const id of this.edits.ids().filter((each) => goneIds.includes(each))) {
      const edit = this.edits.get(id);
      const message = this.messages.get(id);
      this.edits.close(id);
      this.uploads.cancelAll({ kind: 'edit', messageId: id });
      const conversation = message === undefined ? edit?.conversation : conversationOf(message, this.userId);
      if (edit === undefined || conversation === undefined) continue;
      this.append(conversation, edit.text);
      showNotice(
        this.boxes.has(keyOf(conversation))
          ? t('The message you were editing was deleted. Your text was moved to the message box.')
          : t('A message you were editing was deleted. Your text was moved to Drafts.'),
      );
    }
  }

  /** Closes what is half written of a message that is about to be deleted. @returns a function that opens it again; null = nothing was. */
  setEditAside(id: number): (() => void) | null {
    const edit = this.edits.get(id);
    if (edit === undefined) return null;
    const wasOpen = this.edits.open.getState() === id;
    // Before the event reports it, which would take the words for lost.
    this.edits.close(id);
    return () => {
      if (wasOpen) this.edits.reopen(id, edit);
      else this.edits.keep(id, edit);
    };
  }

  /** Takes the edits of messages that were deleted while no one told this page. */
  async lookAtEdits(): Promise<void> {
    const ids = this.edits.ids();
    if (ids.length === 0) return;
    try {
      const { messages } = await request('GET', '/messages', { message_ids: ids, client_gravatar: false });
      const there = new Set(messages.map(({ id }) => id));
      this.takeEdits(ids.filter((id) => !there.has(id)));
    } catch (error) {
      // It is looked again with the next registration.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** @returns a function that says that the box is closed. */
  opened(conversation: Conversation, box: OpenBox): () => void {
    const key = keyOf(conversation);
    this.boxes.set(key, box);
    // After the heading of the view, which takes the focus as the view opens.
    if (this.wanted === key) queueMicrotask(box.focus);
    this.wanted = null;
    return () => {
      if (this.boxes.get(key) === box) this.boxes.delete(key);
    };
  }

  /** The box of a conversation gets the focus, now or when it opens. */
  focus(conversation: Conversation): void {
    const box = this.boxes.get(keyOf(conversation));
    if (box === undefined) this.wanted = keyOf(conversation);
    else box.focus();
  }

  textOf(conversation: Conversation): string {
    return this.boxes.get(keyOf(conversation))?.text() ?? this.drafts.textOf(conversation);
  }

  /** Puts words behind those in a box, whether it is open or not. @param between a space keeps the line where there is text. */
  append(conversation: Conversation, words: string, between: '\n\n' | ' ' = '\n\n'): void {
    const text = this.textOf(conversation);
    this.put(conversation, between === ' ' ? withWords(text, words) : merged(text, words));
  }

  /** Puts a file behind the text of a box, whether it is open or not. */
  private attach(conversation: Conversation, file: UploadedFile): void {
    this.put(conversation, this.uploads.attached(this.textOf(conversation), file));
  }

  /** Puts words in place of all that is in a box, whether it is open or not. */
  put(conversation: Conversation, text: string): void {
    const box = this.boxes.get(keyOf(conversation));
    if (box === undefined) this.drafts.write(conversation, text);
    else box.replace(text);
  }

  /** Puts words where the caret of a box is; behind all others where it is not open. */
  insert(conversation: Conversation, words: string): void {
    const box = this.boxes.get(keyOf(conversation));
    if (box === undefined) this.append(conversation, words, ' ');
    else box.insert(words);
  }

  /** What stood in a box went elsewhere; what was written since stays. @param text that went. */
  taken(conversation: Conversation, text: string): void {
    const now = this.textOf(conversation);
    const rest = now.startsWith(text) ? now.slice(text.length).trimStart() : now;
    this.put(conversation, rest);
    if (rest === '') this.drafts.clear(conversation, text);
  }

  /** The text of a box go to another; its files, and the focus, go along. */
  moveWords(from: Conversation, to: Conversation): void {
    if (keyOf(from) === keyOf(to)) return;
    this.uploads.redirect(from, to);
    const box = this.boxes.get(keyOf(from));
    const text = this.textOf(from);
    if (box?.hasFocus() === true) this.focus(to);
    if (text.trim() === '') return;
    const revises = this.drafts.revisedBy(from);
    this.append(to, text);
    if (revises !== null && this.drafts.revisedBy(to) === null) this.drafts.revise(to, revises);
    box?.replace('');
    this.drafts.clear(from, text);
  }

  /** Takes what was not sent, or not known to be, back into its box. @returns false while another is edited there. */
  takeBack(entry: OutboxEntry): boolean {
    const { conversation, content, key } = entry;
    const isUncertain = mayBeThere(entry);
    if (isUncertain && this.drafts.revisedBy(conversation) !== null) return false;
    this.append(conversation, content);
    if (isUncertain) this.drafts.revise(conversation, key);
    return true;
  }

  /** Sends what stands in a box, and empties it. @returns false while files are missing, or when too much waits already. */
  send(conversation: Conversation): boolean {
    const text = this.textOf(conversation);
    if (text.trim() === '') return false;
    if (!this.outbox.add(conversation, text, this.drafts.revisedBy(conversation))) return false;
    this.boxes.get(keyOf(conversation))?.replace('');
    this.drafts.clear(conversation, text);
    return true;
  }
}
