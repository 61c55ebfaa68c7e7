/**
 * The hourly question to providers of single sign-on: users who are disabled or removed there are signed out here. Only a definite
 * answer counts, given twice; a provider that cannot answer, or that would end most sign-ins at once, changes nothing.
 */
import { setImmediate as othersFirst } from 'node:timers/promises';
import { ownOrigin, systemActing, type ChatServices, type SystemActing } from '../domain/acting.ts';
import { areTooManyOut } from '../domain/sign-in-groups/account-change.ts';
import { endSignIn, putOut, storeSignInChecksProblem, takeAnswer } from '../domain/single-sign-on/checks.ts';
import { providerQuestions, type AskProvider } from '../domain/single-sign-on/provider-check.ts';
import { SignInRefusal } from '../domain/single-sign-on/refusal.ts';
import { enabledProviders, linksOf, type ProviderRow } from '../domain/single-sign-on/rows.ts';
import { noteUnanswered, signInChecksOf, type SignInCheckRow } from '../domain/users/sign-in-check-rows.ts';
import { ApiError } from '../errors.ts';
import { phrase } from '../translation.ts';

const askedAtOnce = 4;
/** After so many requests that a provider did not answer, the others wait for the next hour. */
const mostAway = 4;
/** So many tokens may have been replaced by an answer that a crash lost; more are a failure of the network or the provider. */
const mostDoubtful = askedAtOnce;

/** What was learned of the users of one provider. */
interface Learned {
  answered: number;
  away: number;
  /** Whose token the provider refused. */
  refused: SignInCheckRow[];
  /** Who no longer fits the rule for joining. */
  outOfRule: SignInCheckRow[];
  problems: string[];
}

export class SignInChecks {
  readonly #services: () => ChatServices;
  /** By provider: the link with which the last run ended early, so that the next one begins behind it. */
  readonly #reached = new Map<number, number>();

  /** @param services read when they are needed: they contain this. */
  constructor(services: () => ChatServices) {
    this.#services = services;
  }

  /** Asks every provider for its users. @param stop ends it early. Never fails for a provider. */
  async run(stop: AbortSignal): Promise<void> {
    const { storage } = this.#services();
    const problems: string[] = [];
    for (const provider of await storage.read(enabledProviders)) {
      const checks = await storage.read((db) => signInChecksOf(db, provider.id));
      const found = checks.length === 0 ? [] : await this.#check(provider, this.#inTurn(provider, checks), stop);
      problems.push(...found.map((problem) => phrase(`Sign-in with ${provider.name}: ${problem}`)));
    }
    if (this.#mayGoOn(stop)) await this.#write((acting) => storeSignInChecksProblem(acting, problems[0] ?? null));
  }

  /** A token that the disk cannot store would be lost. */
  #mayGoOn(stop: AbortSignal): boolean {
    return !stop.aborted && this.#services().storage.stats().state === 'ok';
  }

  #inTurn({ id }: ProviderRow, checks: readonly SignInCheckRow[]): SignInCheckRow[] {
    const reached = this.#reached.get(id) ?? 0;
    return [...checks.filter((one) => one.link_id > reached), ...checks.filter((one) => one.link_id <= reached)];
  }

  /** @returns what went wrong, in sentences. */
  async #check(provider: ProviderRow, checks: readonly SignInCheckRow[], stop: AbortSignal): Promise<string[]> {
    const learned: Learned = { answered: 0, away: 0, refused: [], outOfRule: [], problems: [] };
    try {
      const ask = await providerQuestions(this.#services(), provider);
      const reached = await this.#askAll(ask, provider, checks, learned, stop);
      if (reached === null) this.#reached.delete(provider.id);
      else this.#reached.set(provider.id, reached);
      if (!areTooManyOut(learned.answered, outOf(learned)) && learned.refused.length > 0) {
        // A second answer rules out a part of the provider that has not heard of the newest token yet.
        const again: Learned = { ...learned, answered: 0, refused: [] };
        await this.#askAll(ask, provider, learned.refused, again, stop);
        learned.refused = again.refused;
      }
    } catch (error) {
      if (!(error instanceof SignInRefusal)) throw error;
      this.#services().log.warn(
        { provider: provider.name, reason: error.message, details: error.details },
        'a provider cannot be asked for its users',
      );
      return [error.message];
    }
    return this.#mayGoOn(stop) ? this.#decide(provider, learned) : [];
  }

  /** @returns the last link that was asked for, where the provider was away for too many; null after all. */
  async #askAll(
    ask: AskProvider,
    provider: ProviderRow,
    checks: readonly SignInCheckRow[],
    learned: Learned,
    stop: AbortSignal,
  ): Promise<number | null> {
    for (let at = 0; at < checks.length && this.#mayGoOn(stop); at += askedAtOnce) {
      const few = checks.slice(at, at + askedAtOnce);
      await this.#write(({ tx }) => {
        for (const { link_id: id } of few) noteUnanswered(tx, id);
      });
      await Promise.all(few.map(async (check) => this.#ask(ask, provider, check, learned)));
      await othersFirst();
      if (learned.away >= mostAway) return few.at(-1)?.link_id ?? 0;
    }
    return null;
  }

  async #ask(ask: AskProvider, provider: ProviderRow, check: SignInCheckRow, learned: Learned): Promise<void> {
    const { storage, log } = this.#services();
    const link = await storage.read((db) => linksOf(db, check.user_id).find(({ id }) => id === check.link_id));
    if (link === undefined) return;
    const { standing, isAway, isAnswered, token, identity, problem } = await ask(check.refresh_token, link.subject);
    if (problem !== undefined) {
      log.info({ provider: provider.name, userId: check.user_id, reason: problem }, 'a user was not checked');
      learned.problems.push(problem);
    }
    if (isAway) learned.away += 1;
    if (standing !== 'unknown') learned.answered += 1;
    if (standing === 'out') learned.refused.push(check);
    // Where a token may have been replaced before, a refusal leaves it open which of the two was refused.
    if (!isAnswered || (standing === 'out' && check.is_unanswered === 1)) return;
    try {
      const taken = await this.#write((acting) => takeAnswer(acting, provider, check, token, identity));
      if (taken?.isOut === true) learned.outOfRule.push(taken.check);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      learned.problems.push(error.message);
      // What the groups call for cannot be done; the token still is the one that works.
      await this.#write((acting) => takeAnswer(acting, provider, check, token, undefined));
    }
  }

  /** Ends sign-ins and deactivates accounts, unless there are too many of them. @returns what went wrong */
  async #decide(provider: ProviderRow, learned: Learned): Promise<string[]> {
    const { answered, refused, outOfRule, problems } = learned;
    const out = outOf(learned);
    if (areTooManyOut(answered, out))
      return [
        phrase(
          `The provider no longer accepts ${out} of ${answered} users at once. Nothing was changed. Check the application at the provider and the rule for joining here. Users who have left can be deactivated under Users.`,
        ),
      ];
    const doubtful = refused.filter(({ is_unanswered: isUnanswered }) => isUnanswered === 1);
    const areDoubted = doubtful.length > mostDoubtful;
    if (areDoubted)
      problems.push(
        phrase(
          `Answers of the provider were lost on the way, so ${doubtful.length} users cannot be checked until they sign in again. They stay signed in.`,
        ),
      );
    for (const check of refused)
      if (!areDoubted || check.is_unanswered === 0) await this.#write((acting) => endSignIn(acting, check));
    for (const check of outOfRule) problems.push(...(await this.#putOut(provider, check)));
    return problems;
  }

  async #putOut(provider: ProviderRow, check: SignInCheckRow): Promise<string[]> {
    try {
      const problem = await this.#write((acting) => putOut(acting, check, provider.name));
      return problem === null ? [] : [problem];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [message, name] = [error.message.replace(/\.$/, ''), provider.name];
      return [phrase(`An account no longer fits the rule of ${name} for joining, but stays active: ${message}.`)];
    }
  }

  async #write<T>(fn: (acting: SystemActing) => T): Promise<T> {
    const services = this.#services();
    return services.storage.transaction((tx) => fn(systemActing(tx, services, ownOrigin(services))));
  }
}

const outOf = ({ refused, outOfRule }: Learned): number => refused.length + outOfRule.length;
