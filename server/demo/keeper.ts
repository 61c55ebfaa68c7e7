/** Keeps the folder of a running demo: which scenario it holds, images of the others, and snapshots. */
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DemoWire, SnapshotWire } from '../contract/shapes/training.ts';
import { badRequest, invalidParameter } from '../errors.ts';
import { rename, rm, rmdir } from '../file-access.ts';
import type { Demo, Target } from '../operations/services.ts';
import { WebhookInspector } from '../operations/webhook-inspector.ts';
import type { Storage } from '../storage/database.ts';
import { imagesName } from '../storage/file-names.ts';
import { restoreInWorker } from '../storage/worker.ts';
import { buildInWorker, type BuildJob } from './build-in-worker.ts';
import { yesterday } from './calendar.ts';
import { lookAt, writeMark, type DemoMark } from './folder.ts';
import { bytesOf, copyImage, DemoImages, type DemoKind } from './images.ts';
import { isScenario, scenarioNames, scenarioTexts, type ScenarioName } from './scenario-names.ts';
import { demoLanguage, demoLanguages } from './texts.ts';

/** What the data was before the last reset. */
const beforeReset = 'Before the last reset';
const maxSnapshots = 20;
/** Of all snapshots together. */
const maxBytes = 1024 * 1024 * 1024;

interface Dependencies {
  dataDir: string;
  storage: Storage;
  /** UNIX milliseconds. */
  nowMs: () => number;
  log: Logger;
  /** Whether nothing is to be built ahead now: what the machine says, unless a test knows better. */
  isBusy?: () => boolean;
}

/** @returns the keeper of a demo; null for any other folder. */
export async function findDemo(deps: Dependencies): Promise<Demo | null> {
  const state = await lookAt(deps.dataDir);
  return state.kind === 'demo' && state.mark.isFinished ? new DemoKeeper(state.mark, deps) : null;
}

/** Whether others wait for every processor already. Windows does not say: there it is not. */
const isMachineBusy = (): boolean => (loadavg()[0] ?? 0) >= availableParallelism();

class DemoKeeper implements Demo {
  readonly webhookInspector: WebhookInspector;
  readonly #mark: DemoMark;
  readonly #deps: Dependencies;
  readonly #images: DemoImages;
  readonly #stopping = new AbortController();
  readonly #building = new Map<string, Promise<void>>();
  #saving = false;

  constructor(mark: DemoMark, deps: Dependencies) {
    this.#mark = mark;
    this.#deps = deps;
    this.#images = new DemoImages(deps.dataDir);
    this.webhookInspector = new WebhookInspector(deps.nowMs);
  }

  get isSample(): boolean {
    return this.#mark.isSample === true;
  }

  /** Of what a reset brings: scenarios are built for it. */
  get #nextLastDay(): string {
    return this.#mark.isDated === true ? this.#mark.lastDay : yesterday(this.#deps.nowMs());
  }

  /** What a reset builds, in the demo's language where no other is asked for. */
  #kindOf(scenario: ScenarioName, language = this.#mark.language): DemoKind {
    return { scenario, language, lastDay: this.#nextLastDay };
  }

  async state(): Promise<DemoWire> {
    const { lastDay, scenario, snapshot, language } = this.#mark;
    const scenarios = await Promise.all(
      scenarioNames.map(async (name) => ({
        name,
        ...scenarioTexts[name],
        is_ready: await this.#images.hasScenario(this.#kindOf(name)),
      })),
    );
    return {
      scenario,
      snapshot: snapshot ?? null,
      last_day: lastDay,
      language,
      languages: demoLanguages(),
      scenarios,
      snapshots: await this.#images.snapshots(),
    };
  }

  async fill(folder: string, target: Target): Promise<void> {
    const { isSample, isDated } = this.#mark;
    if ('scenario' in target) {
      const { scenario: name, language: wanted = this.#mark.language } = target;
      if (!isScenario(name)) throw invalidParameter('scenario', `No such scenario: ${name}`);
      const language = demoLanguage(wanted);
      if (language === undefined) throw invalidParameter('language', `No such language: ${wanted}`);
      const kind = this.#kindOf(name, language);
      await this.#built(kind, true);
      await copyImage(this.#images.scenarioFolder(kind), folder);
      await writeMark(folder, { ...kind, isDated, isFinished: true, isSample });
      return;
    }
    await this.#accessSnapshot(target.snapshot);
    const image = this.#images.snapshotFolder(target.snapshot);
    await copyImage(image, folder);
    const state = await lookAt(image);
    if (state.kind === 'demo') await writeMark(folder, { ...state.mark, snapshot: target.snapshot });
  }

  async save(name: string): Promise<SnapshotWire> {
    const { storage, nowMs, dataDir } = this.#deps;
    const existing = (await this.#images.snapshots()).filter((one) => one.name !== beforeReset);
    if (name === beforeReset) throw invalidParameter('name', `The name '${beforeReset}' is taken.`);
    if (this.#saving) throw badRequest('A snapshot is being made already.');
    if (existing.some((one) => one.name === name))
      throw invalidParameter('name', `There is a snapshot named '${name}' already.`);
    if (existing.length >= maxSnapshots) throw badRequest(`There are ${maxSnapshots} snapshots; delete one first.`);
    this.#saving = true;
    const file = join(dataDir, imagesName, 'snapshot.tar');
    try {
      const folder = await this.#images.beginSnapshot(name);
      await storage.backup(file);
      await restoreInWorker(file, folder, this.#stopping.signal);
      const bytes = await bytesOf(folder);
      if (existing.reduce((sum, one) => sum + one.bytes, bytes) > maxBytes)
        throw badRequest('The snapshots would take more than 1 GB together; delete one first.');
      const mark = { name, made_at: Math.floor(nowMs() / 1000), bytes, scenario: this.#mark.scenario };
      await this.#images.finishSnapshot(mark);
      return mark;
    } catch (error) {
      await this.#images.forgetSnapshot(name);
      throw error;
    } finally {
      this.#saving = false;
      await rm(file, { force: true });
    }
  }

  async keepBefore(folder: string): Promise<void> {
    const bytes = await bytesOf(folder);
    if (bytes > maxBytes) return;
    const data = await this.#images.beginSnapshot(beforeReset);
    await rmdir(data);
    await rename(folder, data);
    const { scenario } = this.#mark;
    const madeAt = Math.floor(this.#deps.nowMs() / 1000);
    await this.#images.finishSnapshot({ name: beforeReset, made_at: madeAt, bytes, scenario });
  }

  async forget(name: string): Promise<void> {
    await this.#accessSnapshot(name);
    await this.#images.forgetSnapshot(name);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#building.values());
  }

  async buildAhead(): Promise<void> {
    const isBusy = this.#deps.isBusy ?? isMachineBusy;
    for (const name of scenarioNames) {
      if (this.#stopping.signal.aborted || isBusy()) return;
      try {
        await this.#built(this.#kindOf(name), false);
      } catch (error) {
        if (!this.#stopping.signal.aborted)
          this.#deps.log.warn({ err: error, scenario: name }, 'a scenario was not built');
      }
    }
  }

  /** Sees to it that the image of a scenario is there. @param isAwaited someone waits for it. */
  async #built(kind: DemoKind, isAwaited: boolean): Promise<void> {
    if (await this.#images.hasScenario(kind)) return;
    const folder = this.#images.scenarioFolder(kind);
    const building =
      this.#building.get(folder) ??
      this.#build({ ...kind, folder, isAwaited }).finally(() => this.#building.delete(folder));
    this.#building.set(folder, building);
    await building;
    // Of the days before nothing is needed any more.
    await this.#images.forgetOtherDays(kind.lastDay);
  }

  async #build(job: BuildJob): Promise<void> {
    try {
      await buildInWorker(job, this.#stopping.signal);
    } catch (error) {
      // Cut off, it would still be locked, by this very process.
      await rm(job.folder, { recursive: true, force: true });
      throw error;
    }
  }

  async #accessSnapshot(name: string): Promise<void> {
    if (!(await this.#images.snapshots()).some((one) => one.name === name))
      throw invalidParameter('snapshot', `No such snapshot: ${name}`);
  }
}
