/**
 * Edits of messages that are not saved, kept in this browser: a row that scrolls away takes its box along, and on a page that is
 * loaded again the last one is open again.
 */
import { createStore } from 'zustand/vanilla';
import { page } from '../../client/page-port.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import { StoredItems } from './stored-items.ts';
import type { UploadedFile } from './upload-store.ts';

export interface Edit {
  text: string;
  /** The words that it changes. */
  base: string;
  /** Where its message stood: its words go there when that is gone. Missing from what earlier versions kept. */
  conversation?: Conversation | undefined;
}

interface StoredEdit extends Edit {
  /** Whose it is, in which organization. */
  home: string;
  /** When it was last written, in milliseconds since 1970. */
  changedAt: number;
}

export class EditStore {
  /** The message of one's own that is being edited. */
  readonly open = createStore<number | null>(() => null);
  private readonly stored: StoredItems<StoredEdit>;
  /** By the message's id. */
  private edits: ReadonlyMap<string, StoredEdit>;
  private home: string | null = null;
  /** Edits that were written in this tab: what another tab does with them is another matter. */
  private readonly own = new Set<number>();
  /** What puts a file into the box of an edit that is on the screen. */
  private readonly boxes = new Map<number, (file: UploadedFile) => void>();
  /** Files of edits that are not. */
  private readonly files = new Map<number, readonly UploadedFile[]>();

  constructor(userId: number) {
    this.stored = new StoredItems('edit', userId, editFrom);
    this.edits = this.stored.read();
  }

  /** It is known whose messages these are. @param home who this is, where: edits of other data are forgotten. */
  begin(home: string): void {
    if (home === this.home) return;
    if (this.home === null) page().on('storage', this.readFromOtherTab);
    this.home = home;
    this.put(new Map([...this.edits].filter(([, edit]) => edit.home === home)));
    const [last] = [...this.edits].toSorted(([, one], [, other]) => other.changedAt - one.changedAt);
    this.open.setState(last === undefined ? null : Number(last[0]), true);
  }

  get(id: number): Edit | undefined {
    return this.edits.get(String(id));
  }

  /** Messages that are being edited, here or by what is kept. */
  ids(): number[] {
    const open = this.open.getState();
    return [...new Set([...[...this.edits.keys()].map(Number), ...(open === null ? [] : [open])])];
  }

  texts(): string[] {
    return [...this.edits.values()].map(({ text }) => text);
  }

  /** What an edit says now; one that says what is there already is none. */
  keep(id: number, edit: Edit): void {
    if (edit.text === edit.base) return this.forget(id);
    if (this.home === null) return;
    this.own.add(id);
    this.put(new Map(this.edits).set(String(id), { ...edit, home: this.home, changedAt: Date.now() }));
  }

  /** An edit that was closed goes on. */
  reopen(id: number, edit: Edit): void {
    this.keep(id, edit);
    this.open.setState(id, true);
  }

  /** An edit is saved, given up, or of a message that is gone. */
  close(id: number): void {
    this.forget(id);
    if (this.open.getState() === id) this.open.setState(null, true);
  }

  /** The box of an edit is on the screen: files that arrived before are put in. @returns a function that says that it is gone. */
  opened(id: number, attach: (file: UploadedFile) => void): () => void {
    this.boxes.set(id, attach);
    for (const file of this.files.get(id) ?? []) attach(file);
    this.files.delete(id);
    return () => {
      if (this.boxes.get(id) === attach) this.boxes.delete(id);
    };
  }

  /** A file of an edit is at the server. */
  attach(id: number, file: UploadedFile): void {
    const attach = this.boxes.get(id);
    if (attach === undefined) this.files.set(id, [...(this.files.get(id) ?? []), file]);
    else attach(file);
  }

  /** What another tab writes goes on here after it is closed; what it saved or gave up is over here, too. */
  private readonly readFromOtherTab = (event: StorageEvent): void => {
    const change = this.stored.changeIn(event);
    const id = Number(change?.key);
    if (change === undefined || this.own.has(id)) return;
    const edits = new Map(this.edits);
    if (change.item === null) edits.delete(change.key);
    else edits.set(change.key, change.item);
    this.edits = edits;
    if (change.item === null && this.open.getState() === id) this.open.setState(null, true);
  };

  private forget(id: number): void {
    this.own.delete(id);
    this.put(new Map([...this.edits].filter(([key]) => key !== String(id))));
  }

  private put(edits: ReadonlyMap<string, StoredEdit>): void {
    this.stored.write(this.edits, edits);
    this.edits = edits;
  }
}

function editFrom(value: unknown): StoredEdit | undefined {
  const edit = value as Partial<StoredEdit> | null;
  const isEdit = typeof edit?.text === 'string' && typeof edit.base === 'string' && typeof edit.changedAt === 'number';
  return isEdit ? (edit as StoredEdit) : undefined;
}
