/** The address at which programs elsewhere reach the server: the one that this page came from, unless that is this computer's own. */
import { useNetwork } from './network.ts';

const loopback = /^(localhost|127\.|\[::1\])/;

export function useSite(): string {
  const { data: network } = useNetwork();
  const { origin, host } = window.location;
  return loopback.test(host) ? (network?.chosen?.url ?? origin) : origin;
}
