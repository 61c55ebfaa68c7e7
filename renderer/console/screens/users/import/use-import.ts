/** The course of an import: read, checked, made a few rows at a time, and again for what failed. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ImportRow, RowResult } from '../../../../../server/contract/shapes/accounts.ts';
import { request } from '../../../../client/request.ts';
import { readList, stateOf, withCell, type Entry } from './rows.ts';

export type ImportKind = 'accounts' | 'invitations';

/** Rows in one request: few, so that progress shows and stopping is quick. */
const perRequest = 20;

export interface Import {
  entries: Entry[];
  remarks: string[];
  kind: ImportKind;
  setKind: (kind: ImportKind) => void;
  read: (text: string) => void;
  /** Corrects one cell; the list is looked at again. */
  correct: (line: number, field: keyof ImportRow, text: string) => void;
  make: () => void;
  stop: () => void;
  clear: () => void;
  isChecking: boolean;
  isMaking: boolean;
  error: Error | null;
}

export function useImport(): Import {
  const client = useQueryClient();
  const [entries, setEntries] = useState<Entry[]>([]);
  const [remarks, setRemarks] = useState<string[]>([]);
  const [kind, setKind] = useState<ImportKind>('accounts');
  const isStopped = useRef(false);
  const isMaking = useRef(false);

  const check = useMutation({
    mutationFn: async ({ list, as }: { list: Entry[]; as: ImportKind }) => checked(list, as),
    onSuccess: (list) => setEntries((now) => told(now, list)),
  });
  const read = useMutation({
    mutationFn: async (text: string) => {
      const list = readList(text);
      setRemarks(list.remarks);
      return checked(list.entries, kind);
    },
    onSuccess: setEntries,
  });
  const make = useMutation({
    mutationFn: async () => {
      isStopped.current = false;
      let list = await checked(entries, kind);
      setEntries(list);
      const ready = list.filter((entry) => stateOf(entry) === 'ready');
      for (let at = 0; at < ready.length && !isStopped.current; at += perRequest) {
        const batch = ready.slice(at, at + perRequest);
        const results = await send('/console/accounts', batch, kind);
        const made = new Map(batch.map(({ line }, index) => [line, results[index]]));
        list = list.map((entry) => withResult(entry, made.get(entry.line)));
        setEntries(list);
      }
    },
    onSettled: () =>
      Promise.all([['users'], ['invitations']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });

  return {
    entries,
    remarks,
    kind,
    setKind: (next) => {
      setKind(next);
      if (entries.length > 0) check.mutate({ list: entries, as: next });
    },
    read: (text) => read.mutate(text),
    correct: (line, field, text) => {
      const list = entries.map((entry) => (entry.line === line ? withCell(entry, field, text) : entry));
      setEntries(list);
      check.mutate({ list, as: kind });
    },
    make: () => {
      // A second click comes before the page knows of the first, and would find every address in use.
      if (isMaking.current) return;
      isMaking.current = true;
      make.mutate(undefined, { onSettled: () => (isMaking.current = false) });
    },
    stop: () => {
      isStopped.current = true;
    },
    clear: () => {
      setEntries([]);
      setRemarks([]);
      read.reset();
      make.reset();
    },
    isChecking: read.isPending || check.isPending,
    isMaking: make.isPending,
    error: read.error ?? check.error ?? make.error,
  };
}

/** What the server said of rows, as far as they still are what it was asked about. */
function told(now: Entry[], answered: readonly Entry[]): Entry[] {
  const byLine = new Map(answered.map((entry) => [entry.line, entry]));
  return now.map((entry) => {
    const answer = byLine.get(entry.line);
    return answer?.row === entry.row ? answer : entry;
  });
}

/** Every row that is not made yet, with what the server says of it now. */
async function checked(list: Entry[], kind: ImportKind): Promise<Entry[]> {
  const open = list.filter(({ isMade }) => !isMade);
  if (open.length === 0) return list;
  const results = await send('/console/accounts/check', open, kind);
  const found = new Map(open.map(({ line }, index) => [line, results[index]]));
  return list.map((entry) => (found.has(entry.line) ? { ...entry, result: found.get(entry.line) } : entry));
}

async function send(
  path: '/console/accounts' | '/console/accounts/check',
  list: readonly Entry[],
  kind: ImportKind,
): Promise<RowResult[]> {
  const rows = list.map(({ row }) => row);
  return (await request('POST', path, { rows, kind })).results;
}

const withResult = (entry: Entry, result: RowResult | undefined): Entry =>
  result === undefined ? entry : { ...entry, result, isMade: result.errors.length === 0 };
