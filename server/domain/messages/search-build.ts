/**
 * Building the search index in the background: buckets that are full, and everything anew when the analyser, the languages
 * or the renderer of messages changed. Small transactions, so that requests pass in between; searches are answered from
 * what was there before, bucket by bucket, and a stop loses no more than the bucket under way.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { rendererVersion } from '../../markdown/render.ts';
import { analyserVersion } from '../../narrow/analyser.ts';
import { BucketBuilder, bucketSize } from '../../narrow/postings.ts';
import { stemmedLanguages } from '../../narrow/stems.ts';
import type { Reader, Storage } from '../../storage/database.ts';
import type { ChatServices } from '../acting.ts';
import { organizationSetting } from '../organization-settings/rows.ts';
import { chosenLanguages } from '../users/rows.ts';
import { renderAnew } from './compose.ts';
import { maxMessageId } from './rows.ts';
import { bucketsToBuild, finishBucket, type BucketVersion, type Line } from './search-buckets.ts';
import * as buckets from './search-buckets.ts';
import { searchState, wordsOfHtml } from './search-rows.ts';

/** Messages read, rendered and analysed at a time: some five milliseconds. */
const messagesAtOnce = 64;
const postingsAtOnce = 400;
const topicsAtOnce = 50;

type Services = Pick<ChatServices, 'storage' | 'log' | 'options'>;

/** How far the index is: buckets that are as they should be, of all. */
export interface SearchProgress {
  built: number;
  total: number;
  /** It is being made anew, and was not complete since what makes it changed. */
  isRebuilt: boolean;
}

/** One build at a time: what another one has begun would be taken for what a stop left behind. */
const builds = new WeakMap<Storage, Promise<void>>();

/** Brings the index up to date. Ends early, and quietly, when `stop` is aborted. */
export async function buildSearchIndex(services: ChatServices, stop: AbortSignal): Promise<void> {
  const before = builds.get(services.storage) ?? Promise.resolve();
  const build = before.catch(() => undefined).then(async () => buildAll(services, stop));
  builds.set(services.storage, build);
  return build;
}

async function buildAll(services: ChatServices, stop: AbortSignal): Promise<void> {
  const { storage, log } = services;
  const wanted = await chooseLanguages(services);
  const state = await storage.read(searchState);
  const isNew = state.analyser !== wanted.analyser || state.renderer !== wanted.renderer;
  while (!stop.aborted && (await storage.transaction((tx) => buckets.dropStrayPostings(tx))));
  if (state.analyser !== wanted.analyser) await buildTopics(services, wanted.languages, stop);
  const missing = await storage.read((db) => bucketsToBuild(db, wanted, isNew));
  if (isNew && missing.length > 0) log.info({ buckets: missing.length }, 'the search index is being made anew');
  let said = performance.now();
  for (const [index, bucket] of missing.entries()) {
    if (stop.aborted) return;
    await buildBucket(services, bucket, wanted, stop);
    if (performance.now() - said < sayEveryMs) continue;
    said = performance.now();
    log.info({ built: index + 1, buckets: missing.length }, 'the search index is being made');
  }
  if (stop.aborted || !isNew) return;
  await storage.transaction((tx) => {
    buckets.dropFormerIndex(tx);
    buckets.noteComplete(tx, wanted);
  });
  if (missing.length > 0) log.info({ buckets: missing.length }, 'the search index is complete');
}

/** How often a long build says how far it is, in milliseconds. */
const sayEveryMs = 10_000;

/** English, the organization's language, and those that users chose. */
async function chooseLanguages({ storage }: Services): Promise<BucketVersion & { languages: string[] }> {
  const languages = await storage.read((db) =>
    stemmedLanguages([organizationSetting(db, 'default_language'), ...chosenLanguages(db)]),
  );
  const known = await storage.read((db) => searchState(db).languages);
  if (known.join() !== languages.join()) await storage.transaction((tx) => buckets.noteLanguages(tx, languages));
  return { ...versionFor(languages), languages };
}

const versionFor = (languages: readonly string[]): BucketVersion => ({
  analyser: analyserVersion(languages),
  renderer: String(rendererVersion),
});

async function buildTopics({ storage }: Services, languages: readonly string[], stop: AbortSignal): Promise<void> {
  let after: buckets.TopicPlace | undefined = { channelId: -1, topicKey: '' };
  while (after !== undefined && !stop.aborted) {
    const from: buckets.TopicPlace = after;
    after = await storage.transaction((tx) => buckets.rewriteTopics(tx, from, topicsAtOnce, languages));
    await nextTurn();
  }
}

async function buildBucket(
  services: ChatServices,
  bucket: number,
  wanted: BucketVersion & { languages: string[] },
  stop: AbortSignal,
): Promise<void> {
  const { storage } = services;
  const isRendered = await storage.read((db) => buckets.rendererOf(db, bucket) === wanted.renderer);
  const builder = new BucketBuilder();
  const lines: Line[] = [];
  let at = bucket * bucketSize;
  const end = at + bucketSize;
  while (at < end) {
    if (stop.aborted) return;
    const from = at;
    if (!isRendered) await storage.transaction((tx) => renderAnew(tx, services, from, end, messagesAtOnce));
    at = await storage.read((db) => readSome(db, builder, lines, { from, end, languages: wanted.languages }));
    await nextTurn();
  }
  const generation = await storage.transaction((tx) => buckets.nextGeneration(tx));
  const rows = builder.rows();
  for (let next = 0; next < rows.length; next += postingsAtOnce) {
    if (stop.aborted) return;
    await storage.transaction((tx) => buckets.insertPostings(tx, generation, rows.slice(next, next + postingsAtOnce)));
  }
  await storage.transaction((tx) => finishBucket(tx, bucket, generation, wanted, lines));
  while (!stop.aborted && (await storage.transaction((tx) => buckets.dropStrayPostings(tx))));
}

/** Reads some messages of a bucket into the builder. @returns the id to go on from. */
function readSome(
  db: Reader,
  builder: BucketBuilder,
  lines: Line[],
  { from, end, languages }: { from: number; end: number; languages: readonly string[] },
): number {
  const rows = buckets.messagesFrom(db, from, end, messagesAtOnce);
  for (const row of rows) {
    builder.add(row.id % bucketSize, wordsOfHtml(row.rendered_content, languages));
    if (row.words !== null) lines.push({ id: row.id, words: row.words });
  }
  const last = rows.at(-1);
  return last === undefined || rows.length < messagesAtOnce ? end : last.id + 1;
}

/** How much of the index is as it should be, for the console. */
export function searchProgress(db: Reader): SearchProgress {
  const { analyser, renderer, languages } = searchState(db);
  const wanted = versionFor(languages);
  return {
    built: buckets.countBuilt(db, wanted),
    total: Math.floor(maxMessageId(db) / bucketSize) + 1,
    isRebuilt: analyser !== wanted.analyser || renderer !== wanted.renderer,
  };
}
