/** Uploads as the server lists them: everyone's for administrators, one's own for others; both end up in one form. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ConsoleUpload as Upload, ConsoleUploads } from '../../../../server/contract/shapes/uploads.ts';
import type { AnswerOf } from '../../../client/api.ts';
import { matches } from '../../../client/fold.ts';
import { request } from '../../../client/request.ts';
import { perLanguage, t } from '../../../client/text.ts';
import type { Sorting } from '../../components/sorting.tsx';

export type { Upload };

/** Own ones come without a word on the quota. */
export type UploadPage = Omit<ConsoleUploads, 'quota_mib_per_user'> & { quota_mib_per_user: number | null };

export const orders = perLanguage(
  () =>
    [
      { value: 'newest', label: t('Newest first') },
      { value: 'oldest', label: t('Oldest first') },
      { value: 'largest', label: t('Largest first') },
      { value: 'smallest', label: t('Smallest first') },
    ] as const,
);
type Order = ReturnType<typeof orders>[number]['value'];

/** The orders as the heads of the table show them. */
export const sortings: Readonly<Record<Order, Sorting>> = {
  newest: { id: 'uploaded', descending: true },
  oldest: { id: 'uploaded', descending: false },
  largest: { id: 'size', descending: true },
  smallest: { id: 'size', descending: false },
};

/** @param sorting that a head asks for; null: no order of its own. @returns the order that the server is asked for. */
export function orderOf(sorting: Sorting | null, present: Order): Order {
  // The newest come first without an order, too: the head of the time goes on to the oldest.
  if (sorting === null) return present === 'newest' ? 'oldest' : 'newest';
  if (sorting.id === 'size') return sorting.descending ? 'largest' : 'smallest';
  return sorting.descending ? 'newest' : 'oldest';
}

export interface Filter {
  owner: string | null;
  use: string;
  name: string;
  order: Order;
  /** From 1. */
  page: string;
}

export const firstFilter: Filter = { owner: null, use: 'all', name: '', order: 'newest', page: '1' };

/** What a link may ask for. */
export const knownValues = {
  owner: (value: string) => /^\d+$/.test(value),
  use: (value: string) => ['all', 'used', 'unused'].includes(value),
  order: (value: string) => orders().some((order) => order.value === value),
  page: (value: string) => /^[1-9]\d{0,5}$/.test(value),
};
export const rowsPerPage = 50;

export function everybodysUploadsQuery({ owner, use, name, order, page }: Filter) {
  const params = {
    user_id: owner === null ? undefined : Number(owner),
    is_used: use === 'all' ? undefined : use === 'used',
    name,
    order,
    offset: (Number(page) - 1) * rowsPerPage,
    limit: rowsPerPage,
  };
  return queryOptions({
    queryKey: ['uploads', 'everybody', params],
    queryFn: ({ signal }): Promise<UploadPage> => request('GET', '/console/uploads', params, signal),
    placeholderData: keepPreviousData,
    // Only its owner is informed of an upload.
    refetchInterval: 15_000,
  });
}

/** Its times are milliseconds. */
type Attachment = AnswerOf<'GET', '/attachments'>['attachments'][number];

/** @param ownerId a user who asks */
export function ownUploadsQuery(ownerId: number) {
  return queryOptions({
    queryKey: ['uploads', 'own'],
    queryFn: async ({ signal }) => {
      const { attachments } = await request('GET', '/attachments', {}, signal);
      return attachments.map((one) => ofOwner(one, ownerId));
    },
  });
}

function ofOwner({ id, name, path_id, size, create_time, messages }: Attachment, ownerId: number): Upload {
  return {
    id,
    owner_id: ownerId,
    size,
    create_time: create_time / 1000,
    message_count: messages.length,
    file: { name, path_id, content_type: '' },
    messages: messages
      .slice(-5)
      .toReversed()
      .map((message) => ({ id: message.id, stream_id: null, topic: '', timestamp: message.date_sent / 1000 })),
  };
}

const comparisons: Record<Order, (a: Upload, b: Upload) => number> = {
  newest: (a, b) => b.id - a.id,
  oldest: (a, b) => a.id - b.id,
  largest: (a, b) => b.size - a.size,
  smallest: (a, b) => a.size - b.size,
};

/** What the server does for everyone's uploads, done here for one's own, of which the API gives all at once. */
export function pageOf(own: Upload[], { use, name, order, page }: Filter): UploadPage {
  const found = own
    .filter((one) => use === 'all' || one.message_count > 0 === (use === 'used'))
    .filter((one) => one.file !== undefined && one.file !== null && matches(name, one.file.name))
    .toSorted(comparisons[order]);
  const sum = (list: Upload[]): number => list.reduce((total, { size }) => total + size, 0);
  return {
    uploads: found.slice((Number(page) - 1) * rowsPerPage, Number(page) * rowsPerPage),
    total: found.length,
    total_size: sum(found),
    upload_space_used: sum(own),
    quota_mib_per_user: null,
  };
}
