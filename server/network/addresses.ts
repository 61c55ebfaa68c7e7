/** Address kinds of texts. */

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** The addresses that stand for all. */
export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** "::ffff:192.168.1.4", as a socket for both families gives it -> "192.168.1.4". */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
