/** The certificate and its key in the data folder: two files for the server's user only. The key never leaves this folder. */
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { mkdir, readFile, rename, rm, writeFile } from '../file-access.ts';
import { certificateName } from '../storage/file-names.ts';

export interface KeptCertificate {
  /** PEM; with the certificates that sign it, if they came along. */
  certificate: string;
  /** PEM. */
  key: string;
  /** SHA-256 of the certificate, as "AB:CD:…". */
  fingerprint: string;
}

const folderOf = (dataDir: string): string => join(dataDir, certificateName);

/** @returns null when there is none, or it is damaged. @throws the error of the disk when it cannot be read: it is not replaced then. */
export async function readCertificate(dataDir: string): Promise<KeptCertificate | null> {
  try {
    const [certificate, key] = await Promise.all(
      ['certificate.pem', 'key.pem'].map(async (name) => readFile(join(folderOf(dataDir), name), 'utf8')),
    );
    if (certificate === undefined || key === undefined) return null;
    return { certificate, key, fingerprint: new X509Certificate(certificate).fingerprint256 };
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== undefined && code !== 'ENOENT') throw error;
    return null;
  }
}

/** Both are written beside the old ones and then take their place, the key first: it is never there without protection. */
export async function keepCertificate(dataDir: string, { certificate, key }: { certificate: string; key: string }) {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of [
    ['key.pem', key],
    ['certificate.pem', certificate],
  ] as const) {
    await writeFile(join(folder, `${name}.new`), text, { mode: 0o600 });
    await rename(join(folder, `${name}.new`), join(folder, name));
  }
}

/** Files of this machine that the certificate is read from. */
export interface CertificatePaths {
  certificate_file: string;
  key_file: string;
}

const pathsName = 'files.json';

/** @returns null where the certificate is not read from files. */
export async function readPaths(dataDir: string): Promise<CertificatePaths | null> {
  const text = await readPart(dataDir, pathsName);
  try {
    const { certificate_file, key_file } = JSON.parse(text ?? 'null') as CertificatePaths;
    return { certificate_file, key_file };
  } catch {
    return null;
  }
}

/** Stores the files to read from; null: none. */
export const keepPaths = (dataDir: string, paths: CertificatePaths | null): Promise<void> =>
  keepPart(dataDir, pathsName, paths === null ? null : JSON.stringify(paths));

/** @returns a file beside the certificate; null where it is not there. @throws the error of the disk. */
export async function readPart(dataDir: string, name: string): Promise<string | null> {
  try {
    return await readFile(join(folderOf(dataDir), name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

let writes = 0;

/** Stores a file beside the certificate, for the server's user only; null removes it. */
export async function keepPart(dataDir: string, name: string, text: string | null): Promise<void> {
  const file = join(folderOf(dataDir), name);
  if (text === null) return rm(file, { force: true });
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
  // Two requests at once write two files: the last one that is renamed stays.
  writes += 1;
  const written = `${file}.${writes}.new`;
  await writeFile(written, text, { mode: 0o600 });
  await rename(written, file);
}

export async function deleteCertificate(dataDir: string): Promise<void> {
  await rm(folderOf(dataDir), { recursive: true, force: true });
}
