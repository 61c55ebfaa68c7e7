/**
 * The certificate of an authority for a name of the office, ordered by ACME and renewed in time. Whatever fails is reported; the
 * certificate of before stays in use, and neither a start nor a request waits for an order.
 */
import { z } from 'zod';
import { messageOf } from '../errors.ts';
import { dnsProver, orderCertificate, withHttpProver, type AcmeProver } from '../network/acme.ts';
import { keepPart, readCertificate, readPart } from '../network/certificate-files.ts';
import { checkCertificate, describeCertificate } from '../network/certificate.ts';
import { possibleTimes, type ServerOptions } from '../options.ts';
import { phrase } from '../translation.ts';
import { nextOrder } from './acme-times.ts';
import type { TeamNetwork } from './team-network.ts';

const configSchema = z.object({
  name: z.string(),
  email: z.string(),
  challenge: z.enum(['http-01', 'dns-01']),
  directory_url: z.string(),
  authority_certificate: z.string(),
  tried_at: z.number(),
  failures: z.number(),
  problem: z.string().nullable(),
});
type Config = z.infer<typeof configSchema>;

/** What an owner chose. */
export type PublicCertificateChoice = Omit<Config, 'tried_at' | 'failures' | 'problem'>;

export interface PublicCertificateState extends Omit<PublicCertificateChoice, 'authority_certificate'> {
  /** Why the last order failed; null while it did not. */
  problem: string | null;
  /** When it is ordered next, UNIX seconds. */
  next_at: number;
  is_working: boolean;
}

interface Behind {
  options: ServerOptions;
  network: Pick<TeamNetwork, 'keepCertificate'>;
}

const configName = 'acme.json';
/** The account and its key outlive the choice: an authority limits how many are made. */
const accountName = 'acme-account.json';
const accountSchema = z.object({ directory_url: z.string(), url: z.string(), key: z.string() });

export class PublicCertificate {
  #working: Promise<void> | null = null;
  /** Another certificate was chosen while an order was under way. */
  #turn = 0;

  /** null where no authority is asked. */
  async state({ options }: Pick<Behind, 'options'>): Promise<PublicCertificateState | null> {
    const config = await readConfig(options.dataDir);
    if (config === null) return null;
    const { name, email, challenge, directory_url, problem } = config;
    const next = await this.#nextAt(config, options);
    return { name, email, challenge, directory_url, problem, next_at: next, is_working: this.#working !== null };
  }

  /** Orders a certificate from now on: the first one within a minute. */
  async begin({ options }: Pick<Behind, 'options'>, choice: PublicCertificateChoice): Promise<void> {
    this.#turn += 1;
    await keepConfig(options.dataDir, { ...choice, tried_at: 0, failures: 0, problem: null });
  }

  /** Another certificate takes its place. */
  async end({ options }: Pick<Behind, 'options'>): Promise<void> {
    this.#turn += 1;
    await keepPart(options.dataDir, configName, null);
  }

  /** Orders where it is time. */
  async look(behind: Behind): Promise<void> {
    const { options } = behind;
    const config = await readConfig(options.dataDir);
    // A clock that jumped says nothing about the life of a certificate.
    if (config === null || this.#working !== null || !(options.timekeeper?.isSettled ?? true)) return;
    if ((await this.#nextAt(config, options)) > secondsOf(options)) return;
    this.#working = this.#order(behind, config).finally(() => (this.#working = null));
    await this.#working;
  }

  async #order({ options, network }: Behind, config: Config): Promise<void> {
    const turn = this.#turn;
    const result = await this.#pair(options, config).catch((error: unknown) => messageOf(error));
    if (turn !== this.#turn) return;
    const tried = { ...config, tried_at: secondsOf(options) };
    if (typeof result === 'string')
      return keepConfig(options.dataDir, { ...tried, failures: config.failures + 1, problem: result });
    await network.keepCertificate(result);
    await keepConfig(options.dataDir, { ...tried, failures: 0, problem: null });
  }

  async #pair(options: ServerOptions, config: Config): Promise<{ certificate: string; key: string }> {
    const { directory_url } = config;
    const known = await readJson(options.dataDir, accountName, accountSchema);
    const order = async (prover: AcmeProver) =>
      orderCertificate({
        directoryUrl: directory_url,
        authorityCertificate: config.authority_certificate,
        account: known?.directory_url === directory_url ? known : null,
        onAccount: async (account) =>
          keepPart(options.dataDir, accountName, JSON.stringify({ directory_url, ...account })),
        email: config.email,
        name: config.name,
        prover,
      });
    const { acmeDnsHook, acmeHttpPort } = options;
    if (config.challenge === 'dns-01' && acmeDnsHook === null)
      throw new Error(phrase('The server was started without --acme-dns-hook.'));
    const pair =
      config.challenge === 'dns-01' && acmeDnsHook !== null
        ? await order(dnsProver(acmeDnsHook))
        : await withHttpProver(acmeHttpPort, order);
    checkCertificate(pair.certificate, pair.key, possibleTimes(options));
    return pair;
  }

  async #nextAt(config: Config, options: ServerOptions): Promise<number> {
    const kept = await readCertificate(options.dataDir);
    const known = kept && describeCertificate(kept, [config.name], options.clock());
    const isOurs = known !== null && !known.is_made_here && known.missing_names.length === 0;
    return nextOrder(isOurs ? known : null, config, secondsOf(options));
  }
}

const secondsOf = ({ clock }: Pick<ServerOptions, 'clock'>): number => Math.floor(clock() / 1000);

const readConfig = (dataDir: string): Promise<Config | null> => readJson(dataDir, configName, configSchema);

/** @returns null for a file that is not there, or is damaged. */
async function readJson<T>(dataDir: string, name: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readPart(dataDir, name);
  try {
    return text === null ? null : schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const keepConfig = (dataDir: string, config: Config): Promise<void> =>
  keepPart(dataDir, configName, JSON.stringify(config));
