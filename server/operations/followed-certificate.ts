/**
 * A certificate that another program renews, such as an ACME client: two files of this machine, read again every minute. Files that
 * cannot be used are reported; the certificate of before stays in use, and the server goes on.
 */
import { isAbsolute } from 'node:path';
import { ApiError, invalidParameter, messageOf } from '../errors.ts';
import { readFile, stat } from '../file-access.ts';
import { keepPaths, readCertificate, readPaths, type CertificatePaths } from '../network/certificate-files.ts';
import { certificatesIn, checkCertificate } from '../network/certificate.ts';
import { possibleTimes, type ServerOptions } from '../options.ts';
import { phrase, type Phrase } from '../translation.ts';
import type { TeamNetwork } from './team-network.ts';

/** A chain of a few certificates; bytes. */
const longestFile = 64 * 1024;
/** A program that replaces both files may be between the two: only a second look that fails is a problem. */
const failuresToReport = 2;

interface Behind {
  options: ServerOptions;
  network: Pick<TeamNetwork, 'keepCertificate'>;
}

export class FollowedCertificate {
  #failures = 0;
  #problem: string | null = null;

  /** The files, and why they cannot be used now; null where none are followed. */
  async state({ options }: Pick<Behind, 'options'>): Promise<(CertificatePaths & { problem: string | null }) | null> {
    const paths = await readPaths(options.dataDir);
    return paths && { ...paths, problem: this.#failures < failuresToReport ? null : this.#problem };
  }

  /** Uses the certificate of two files from now on. @throws ApiError BAD_REQUEST that names the one that cannot be used */
  async follow({ options, network }: Behind, paths: CertificatePaths): Promise<void> {
    await network.keepCertificate(await readPair(paths, options));
    await keepPaths(options.dataDir, paths);
    this.#failures = 0;
  }

  /** Another certificate takes the place of the files. */
  async end({ options }: Pick<Behind, 'options'>): Promise<void> {
    await keepPaths(options.dataDir, null);
    this.#failures = 0;
  }

  /** Uses what the files say now, where it is something else. */
  async look({ options, network }: Behind): Promise<void> {
    const paths = await readPaths(options.dataDir);
    if (paths === null) return;
    try {
      const pair = await readPair(paths, options);
      const kept = await readCertificate(options.dataDir);
      if (kept?.certificate !== pair.certificate || kept.key !== pair.key) await network.keepCertificate(pair);
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#problem = messageOf(error);
    }
  }
}

async function readPair(
  paths: CertificatePaths,
  options: ServerOptions,
): Promise<{ certificate: string; key: string }> {
  const certificate = certificatesIn(await readText(paths.certificate_file, 'certificate_file'));
  const key = await readText(paths.key_file, 'key_file');
  try {
    checkCertificate(certificate, key, possibleTimes(options));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw error.about(error.fields['parameters'] === 'private_key' ? 'key_file' : 'certificate_file');
  }
  return { certificate, key };
}

/** @throws ApiError BAD_REQUEST for what is no small file that this server may read */
async function readText(path: string, parameter: string): Promise<string> {
  if (!isAbsolute(path)) throw invalidParameter(parameter, `${parameter} is not the full path of a file`);
  try {
    // Looked at first: opening a pipe waits for its other end.
    const info = await stat(path);
    if (!info.isFile() || info.size > longestFile) throw invalidParameter(parameter, `${path} is not a PEM file`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw invalidParameter(parameter, unreadable(path, error));
  }
}

/** @returns why a file cannot be read, and what to do where that is known */
function unreadable(path: string, error: unknown): Phrase {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return phrase(`${path} cannot be read: there is no such file`);
  if (code === 'EACCES' || code === 'EPERM')
    return phrase(`${path} cannot be read: the account that runs Hearth has no right to read it`);
  return phrase(`${path} cannot be read: ${code ?? messageOf(error)}`);
}
