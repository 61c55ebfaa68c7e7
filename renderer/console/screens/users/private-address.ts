/** Private addresses, which the server calls only where an owner allows their network: as they are written, without asking for names. */

const privateHosts =
  /^(?:localhost$|0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[::1?\]$|\[f[cd]|\[fe80)|\.localhost$|\.local$/i;

/** @returns whether an address leads into a private network, as far as it can be seen; false for what is no address (yet). */
export function isPrivateAddress(text: string): boolean {
  return URL.canParse(text) && isPrivateHost(new URL(text).hostname);
}

/** A name that only begins like a number, such as 10.example.org, is public. */
const isPrivateHost = (host: string): boolean => privateHosts.test(host) && !/^\d.*[a-z]/i.test(host);
