/** A certificate of an authority by ACME (RFC 8555): the order, the proof that the name is ours, and the two files. Knows no chat. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { messageOf } from '../errors.ts';
import { loadWithSpares } from '../spare-descriptors.ts';
import { phrase } from '../translation.ts';

/** Ways to prove that a name is ours: a file on port 80, or a record of its domain. */
export type AcmeChallenge = 'http-01' | 'dns-01';

export interface AcmeOrder {
  /** Of the authority. */
  directoryUrl: string;
  /** PEM: certificates of a private authority that the directory is trusted by; '' for those that Node trusts. */
  authorityCertificate: string;
  /** At the authority; null before the first order. */
  account: AcmeAccount | null;
  /** The authority made an account. It is kept before anything else happens. */
  onAccount: (account: AcmeAccount) => Promise<void>;
  /** For notices of the authority; '' for none. */
  email: string;
  /** Host name. */
  name: string;
  prover: AcmeProver;
}

export interface AcmeAccount {
  /** Its address at the authority: an account cannot be made twice with one key. */
  url: string;
  /** PEM. */
  key: string;
}

export interface AcmeProver {
  challenge: AcmeChallenge;
  /** @param token names the file. @param value of the file, or of the record. */
  add: (name: string, token: string, value: string) => Promise<void>;
  remove: (name: string, token: string, value: string) => Promise<void>;
}

const answerLimitMs = 30_000;
const hookLimitMs = 5 * 60_000;

const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** @throws Error with what the authority, the port or the hook said. */
export async function orderCertificate(order: AcmeOrder): Promise<{ certificate: string; key: string }> {
  const acme = await loadWithSpares(() => import('acme-client'));
  const { directoryUrl, authorityCertificate, account, onAccount, email, name, prover } = order;
  acme.axios.defaults.timeout = answerLimitMs;
  // A whole order is tried again later: here only what passes in seconds.
  Object.assign(acme.axios.defaults, {
    acmeSettings: { ...settingsOf(acme.axios.defaults), retryMaxAttempts: 2, retryDefaultDelay: 1 },
  });
  acme.axios.defaults.httpsAgent = new Agent(authorityCertificate === '' ? {} : { ca: authorityCertificate });
  const accountKey = account?.key ?? newKey();
  const pauses = { backoffAttempts: 20, backoffMin: 1000, backoffMax: 15_000 };
  const known = account === null ? {} : { accountUrl: account.url };
  const client = new acme.Client({ directoryUrl, accountKey, ...known, ...pauses });
  if (account === null) {
    const contact = email === '' ? {} : { contact: [`mailto:${email}`] };
    await client.createAccount({ termsOfServiceAgreed: true, ...contact });
    await onAccount({ url: client.getAccountUrl(), key: accountKey });
  }
  const key = newKey();
  const [, csr] = await acme.crypto.createCsr({ altNames: [name] }, key);
  const certificate = await client.auto({
    csr,
    challengePriority: [prover.challenge],
    // The authority looks from outside; from here the name may lead elsewhere.
    skipChallengeVerification: true,
    challengeCreateFn: (_authorization, { token }, value) => prover.add(name, token, value),
    challengeRemoveFn: (_authorization, { token }, value) => prover.remove(name, token, value),
  });
  return { certificate, key };
}

const settingsOf = (defaults: object): object => ('acmeSettings' in defaults ? Object(defaults.acmeSettings) : {});

/** Answers the authority on a port that is open for the time of an order. */
export async function withHttpProver<T>(port: number, act: (prover: AcmeProver) => Promise<T>): Promise<T> {
  const answers = new Map<string, string>();
  const server = createServer((request, response) => {
    const answer = answers.get(/^\/\.well-known\/acme-challenge\/([\w-]+)$/.exec(request.url ?? '')?.[1] ?? '');
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'text/plain', Connection: 'close' });
    response.end(answer ?? '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(phrase(`Port ${port} cannot be opened: ${messageOf(error)}`))));
    server.listen(port, resolve);
  });
  try {
    return await act({
      challenge: 'http-01',
      add: async (_name, token, value) => void answers.set(token, value),
      remove: async (_name, token) => void answers.delete(token),
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Sets records by a program: it is run as `program add|remove _acme-challenge.NAME VALUE`, and returns when the record can be read. */
export function dnsProver(program: string): AcmeProver {
  const run = (action: string, name: string, value: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const args = [action, `_acme-challenge.${name}`, value];
      execFile(program, args, { timeout: hookLimitMs, windowsHide: true }, (error, _stdout, stderr) => {
        if (error === null) resolve();
        else {
          const said = (stderr.trim() || messageOf(error)).slice(0, 500);
          reject(new Error(phrase(`The program ${program} failed: ${said}`)));
        }
      });
    });
  return {
    challenge: 'dns-01',
    add: (name, _token, value) => run('add', name, value),
    remove: (name, _token, value) => run('remove', name, value),
  };
}
