/**
 * Building the search index in the background: buckets that are full, and everything again when the analyser, the languages
 * or the renderer of messages changed. Small transactions, so that requests pass in between; searches are answered from
 * what was there before, bucket by bucket, and a stop loses no more than the bucket under way.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { rendererVersion } from '../../../markdown/render.ts';
import { analyserVersion } from '../../../narrow/analyser.ts';
import { apartMark, BucketBuilder, bucketSize, writeWords } from '../../../narrow/postings.ts';
import { stemmedLanguages } from '../../../narrow/stems.ts';
import type { Reader, Storage } from '../../../storage/database.ts';
import type { ChatServices } from '../../acting.ts';
import { organizationSetting } from '../../organization/rows.ts';
import { chosenLanguages } from '../../users/rows.ts';
import { renderAnew } from '../compose.ts';
import type { Steps } from '../reading/steps.ts';
import type { TopicPlace } from '../rows.ts';
import { bucketsToBuild, finishBucket, type BucketVersion, type Line } from './search-buckets.ts';
import * as buckets from './search-buckets.ts';
import { searchState, wordsOfHtml } from './search-rows.ts';

/** Messages read, rendered and analysed at a time, and letters of them: some five milliseconds. */
const messagesAtOnce = 64;
const lettersAtOnce = 20_000;
/** Rows of the index, and letters of them, that are written in one transaction. */
const rowsAtOnce = 400;
const writtenLettersAtOnce = 256 * 1024;
/**
 * Words that the messages of one sender put into one bucket: more than people write. The index of other messages is as large as
 * their words, and not ten times as large.
 */
const wordsPerSender = 1_000_000;
const topicsAtOnce = 50;

type Services = Pick<ChatServices, 'storage' | 'log' | 'options'>;

/** How far the index is: buckets that are as they should be, of all. */
export interface SearchProgress {
  built: number;
  total: number;
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
  if (isNew && missing.length > 0) log.info({ buckets: missing.length }, 'the search index is being built again');
  let said = performance.now();
  for (const [index, bucket] of missing.entries()) {
    if (stop.aborted) return;
    await buildBucket(services, bucket, wanted, stop);
    if (performance.now() - said < sayEveryMs) continue;
    said = performance.now();
    log.info({ built: index + 1, buckets: missing.length }, 'the search index is being made');
  }
  if (stop.aborted || !isNew) return;
  await storage.transaction((tx) => buckets.noteComplete(tx, wanted));
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
  let after: TopicPlace | undefined = { channelId: -1, topicKey: '' };
  while (after !== undefined && !stop.aborted) {
    const from: TopicPlace = after;
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
  const made: BucketDraft = { builder: new BucketBuilder(), lines: [], words: new Map() };
  let at = bucket * bucketSize;
  const end = at + bucketSize;
  let limit = messagesAtOnce;
  while (at < end) {
    if (stop.aborted) return;
    const [from, most] = [at, limit];
    if (!isRendered) await storage.transaction((tx) => renderAnew(tx, services, from, end, most));
    const { next, count, apart } = await storage.read((db) =>
      readSome(db, made, { from, end, limit: most, languages: wanted.languages }),
    );
    if (apart !== undefined) await storage.transaction((tx) => buckets.keepApart(tx, apart.id, apart.words));
    at = next;
    limit = Math.min(messagesAtOnce, count * 2 + 1);
    await nextTurn();
  }
  const generation = await storage.transaction((tx) => buckets.nextGeneration(tx));
  const rows = await inTurns(made.builder.rows());
  for (const part of portions(rows, ([word, places]) => word.length + places.length)) {
    if (stop.aborted) return;
    await storage.transaction((tx) => buckets.insertPostings(tx, generation, part));
  }
  await storage.transaction((tx) => finishBucket(tx, bucket, generation, wanted));
  // Until they are gone they say the same as the bucket: a stop in between leaves them to the next build.
  for (const part of portions(made.lines, ({ words }) => words.length)) {
    if (stop.aborted) return;
    await storage.transaction((tx) => buckets.dropLines(tx, part));
  }
  while (!stop.aborted && (await storage.transaction((tx) => buckets.dropStrayPostings(tx))));
}

/** Runs steps with a turn of the event loop after each. */
async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** Rows in lists that are each written in one transaction. */
function* portions<T>(rows: readonly T[], lettersOf: (row: T) => number): Generator<T[], void> {
  let part: T[] = [];
  let letters = 0;
  for (const row of rows) {
    part.push(row);
    letters += lettersOf(row);
    if (part.length < rowsAtOnce && letters < writtenLettersAtOnce) continue;
    yield part;
    [part, letters] = [[], 0];
  }
  if (part.length > 0) yield part;
}

/** What is made of the messages of a bucket. */
interface BucketDraft {
  builder: BucketBuilder;
  lines: Line[];
  /** How many words each sender has in it. */
  words: Map<number, number>;
}

/**
 * Reads some messages of a bucket into the builder.
 * @returns the id to go on from, how many were read, and the last of them if it has to stay apart
 */
function readSome(
  db: Reader,
  { builder, lines, words: wordsOf }: BucketDraft,
  { from, end, limit, languages }: { from: number; end: number; limit: number; languages: readonly string[] },
): { next: number; count: number; apart?: Line } {
  const rows = buckets.messagesFrom(db, from, end, limit);
  let letters = 0;
  for (const [index, { id, sender_id: sender, rendered_content: html, words: line }] of rows.entries()) {
    const words = wordsOfHtml(html, languages);
    const total = (wordsOf.get(sender) ?? 0) + words.length;
    const next = { next: id + 1, count: index + 1 };
    if (total > wordsPerSender) {
      const written = writeWords(words);
      if (line === apartMark + written) return next;
      return { ...next, apart: { id, words: written } };
    }
    wordsOf.set(sender, total);
    builder.add(id % bucketSize, words);
    if (line !== null) lines.push({ id, words: line });
    letters += html.length;
    if (letters > lettersAtOnce) return next;
  }
  const last = rows.at(-1);
  return { next: last === undefined || rows.length < limit ? end : last.id + 1, count: rows.length };
}

/** @returns how far the index is while it is built again, and searches may miss messages; null while it is complete. */
export function searchRebuild(db: Reader): SearchProgress | null {
  const { analyser, renderer, languages } = searchState(db);
  const wanted = versionFor(languages);
  if (analyser === wanted.analyser && renderer === wanted.renderer) return null;
  const { built, total } = buckets.countBuilt(db, wanted);
  return total === 0 ? null : { built: Math.min(built, total), total };
}
