/**
 * Edits of messages that are not saved, kept in this browser: a row that scrolls away takes its box along, and on a page that is
 * loaded anew the last one is open again.
 */
import { createStore } from 'zustand/vanilla';
import { KeptItems } from './kept-items.ts';

export interface Edit {
  text: string;
  /** The words that it changes. */
  base: string;
}

interface KeptEdit extends Edit {
  /** Whose it is, in which organization. */
  home: string;
  /** When it was last written, in milliseconds since 1970. */
  changedAt: number;
}

export class EditKeeper {
  /** The message of one's own that is being edited. */
  readonly open = createStore<number | null>(() => null);
  private readonly kept: KeptItems<KeptEdit>;
  /** By the message's id. */
  private edits: ReadonlyMap<string, KeptEdit>;
  private home: string | null = null;

  constructor(userId: number) {
    this.kept = new KeptItems('edit', userId, editFrom);
    this.edits = this.kept.read();
  }

  /** It is known whose messages these are. @param home who this is, where: edits of other data are forgotten. */
  begin(home: string): void {
    if (home === this.home) return;
    this.home = home;
    this.put(new Map([...this.edits].filter(([, edit]) => edit.home === home)));
    const [last] = [...this.edits].toSorted(([, one], [, other]) => other.changedAt - one.changedAt);
    this.open.setState(last === undefined ? null : Number(last[0]), true);
  }

  get(id: number): Edit | undefined {
    return this.edits.get(String(id));
  }

  texts(): string[] {
    return [...this.edits.values()].map(({ text }) => text);
  }

  /** What an edit says now; one that says what is there already is none. */
  keep(id: number, { text, base }: Edit): void {
    if (text === base) return this.forget(id);
    if (this.home === null) return;
    this.put(new Map(this.edits).set(String(id), { text, base, home: this.home, changedAt: Date.now() }));
  }

  forget(id: number): void {
    this.put(new Map([...this.edits].filter(([key]) => key !== String(id))));
  }

  private put(edits: ReadonlyMap<string, KeptEdit>): void {
    this.kept.write(this.edits, edits);
    this.edits = edits;
  }
}

function editFrom(value: unknown): KeptEdit | undefined {
  const edit = value as Partial<KeptEdit> | null;
  const isEdit = typeof edit?.text === 'string' && typeof edit.base === 'string' && typeof edit.changedAt === 'number';
  return isEdit ? (edit as KeptEdit) : undefined;
}
