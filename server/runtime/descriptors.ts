/** Modules preloaded while there are file descriptors, and spare descriptors for later loads. */
import { loadDeliveryLibraries } from '../delivery/libraries.ts';
import { loadBodyReaders } from '../http/body.ts';
import { keepSpareDescriptors } from '../spare-descriptors.ts';

/**
 * Loads what requests need now and then. Node remembers a load that failed for want of descriptors, so a feature that is loaded in
 * such a moment would fail until the next start. Pictures have a process of their own, whose start is repeated.
 */
export async function loadLibraries(): Promise<void> {
  // A library that this machine cannot load fails where it is used, and says so there.
  await Promise.allSettled([loadBodyReaders(), import('../api/tus.ts'), loadDeliveryLibraries()]);
  keepSpareDescriptors();
}
