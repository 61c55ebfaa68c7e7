/** Linkifiers as the API lists them, and what the tester answers. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../../client/api.ts';
import { request } from '../../../client/request.ts';

/** A linkifier that is being written; `id` is that of the saved one which it changes. */
export interface Draft {
  id: number | undefined;
  pattern: string;
  url_template: string;
}

export type Tested = AnswerOf<'POST', '/console/linkifiers/test'>;

export const linkifiersQuery = queryOptions({
  queryKey: ['linkifiers'],
  queryFn: async ({ signal }) => (await request('GET', '/realm/linkifiers', {}, signal)).linkifiers,
});

/** @param draft null: only the saved ones are tried. An empty pattern is nothing to try either. */
export function testQuery(draft: Draft | null, content: string, topic: string) {
  const params =
    draft === null || draft.pattern === ''
      ? { content, topic }
      : { content, topic, pattern: draft.pattern, url_template: draft.url_template, filter_id: draft.id };
  return queryOptions({
    queryKey: ['tested', params],
    queryFn: ({ signal }) => request('POST', '/console/linkifiers/test', params, signal),
    placeholderData: keepPreviousData,
  });
}
