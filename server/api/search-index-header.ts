/** The header `Search-Index` of answers to a search: whether the index has all messages, so that missing ones are not missed silently. */
import { searchRebuild } from '../domain/messages/search/search-build.ts';
import type { RequestInfo } from '../http/endpoint.ts';
import type { Filter } from '../narrow/parse.ts';
import type { Reader } from '../storage/database.ts';

/** "complete", or "building; built=3; total=25" in parts of some thousand messages; absent where no words are searched for. */
export function noteSearchIndex(request: RequestInfo, db: Reader, filters: readonly Filter[]): void {
  if (!filters.some(({ operator }) => operator === 'search')) return;
  const progress = searchRebuild(db);
  const state = progress === null ? 'complete' : `building; built=${progress.built}; total=${progress.total}`;
  request.answerHeaders = { 'Search-Index': state };
}
