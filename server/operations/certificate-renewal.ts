/**
 * Replacing our own HTTPS certificate: one that has expired, or that was made while the clock was ahead, is made again once the
 * server trusts its clock. A certificate that an owner brought is never replaced: operations/alerts.ts reports it.
 */
import { keepCertificate, readCertificate, type KeptCertificate } from '../network/certificate-files.ts';
import { describeCertificate, makeCertificate } from '../network/certificate.ts';
import type { ServerOptions } from '../options.ts';

type Clocked = Pick<ServerOptions, 'clock' | 'timekeeper'>;

/** Whether a certificate was made here, is not valid now, and the clock that says so is trusted. */
export function isToRenew(kept: KeptCertificate | null, { clock, timekeeper }: Clocked): kept is KeptCertificate {
  if (kept === null) return false;
  const {
    is_made_here: isOwn,
    is_expired: isExpired,
    is_not_yet_valid: isEarly,
  } = describeCertificate(kept, [], clock());
  return isOwn && (isExpired || isEarly) && (timekeeper?.isSettled ?? true);
}

/**
 * Reads the certificate of the data folder, and replaces it first where it has to be. The key stays the same.
 * @param names host names and IP addresses for a new one.
 * @returns null when there is none.
 */
export async function currentCertificate(
  options: Clocked & Pick<ServerOptions, 'dataDir'>,
  names: readonly string[],
): Promise<KeptCertificate | null> {
  const kept = await readCertificate(options.dataDir);
  if (!isToRenew(kept, options)) return kept;
  await keepCertificate(options.dataDir, await makeCertificate(names, options.clock(), kept.key));
  return readCertificate(options.dataDir);
}
