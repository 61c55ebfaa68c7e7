/**
 * Host names that the server answers to. A web page elsewhere that has rebound its name to this machine's address sends its
 * own name in the Host header, and is refused. An IP address is never such a name, so every address is accepted.
 */
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** @returns the name in a Host header without port, brackets and the dot that ends a full name, lower-case; '' when there is none. */
export function hostNameOf(hostHeader: string | undefined): string {
  const match = /^(\[[^\]]+\]|[^:]+)(?::\d{1,5})?$/.exec((hostHeader ?? '').trim());
  return (match?.[1] ?? '')
    .replaceAll(/^\[|\]$/g, '')
    .replace(/(?<=[^.])\.$/, '')
    .toLowerCase();
}

/** @returns a name that an administrator wrote as browsers send it: "xn--mnchen-3ya.lan"; undefined for what is no name of a host. */
export function writtenHostName(text: string): string | undefined {
  const written = text.trim();
  if (isIP(written) !== 0) return written.toLowerCase();
  if (!/^[^\s/?#@\\]+$/.test(written) || !URL.canParse(`http://${written}`)) return undefined;
  const name = hostNameOf(new URL(`http://${written}`).hostname);
  return /^(?!.*\.\.)[\w.:-]+$/.test(name) ? name : undefined;
}

/** Whether a name in lower case is among those that an administrator wrote. */
export const isAmong = (name: string, written: readonly string[]): boolean =>
  written.some((one) => writtenHostName(one) === name);

/** The newest answers by header, for one set of names: clients send the same one with each request. */
let judged: { names: readonly string[]; known: Map<string, boolean> } = { names: [], known: new Map() };
const mostJudged = 1000;
/** Characters: no name of a host has more, and a header may have a hundred thousand. */
const longestJudged = 300;

/** The machine's own name, which the system is asked for once in so many milliseconds: every request wants it. */
const machineNameAgeMs = 1000;
let machine = { name: hostname(), askedAtMs: performance.now() };

function machineName(): string {
  const nowMs = performance.now();
  if (nowMs - machine.askedAtMs > machineNameAgeMs) machine = { name: hostname(), askedAtMs: nowMs };
  return machine.name;
}

/** @param configured names that the administrator added, e.g. "chat.office". */
export function isKnownHost(hostHeader: string | undefined, configured: readonly string[]): boolean {
  if (!isJudgedBy(configured) || judged.known.size >= mostJudged)
    judged = { names: [machineName(), ...configured], known: new Map() };
  const header = hostHeader ?? '';
  const isKnown = judged.known.get(header) ?? judge(hostHeader, configured);
  if (header.length <= longestJudged) judged.known.set(header, isKnown);
  return isKnown;
}

/** Whether the newest answers are of these names and the machine's own. */
function isJudgedBy(configured: readonly string[]): boolean {
  const { names } = judged;
  return (
    names[0] === machineName() &&
    names.length === configured.length + 1 &&
    configured.every((name, index) => name === names[index + 1])
  );
}

function judge(hostHeader: string | undefined, configured: readonly string[]): boolean {
  const name = hostNameOf(hostHeader);
  // Links in answers begin with it: it has to be the place in an address, and nothing more.
  if (!/^[\w.:-]+$/.test(name) || !URL.canParse(`http://${hostHeader?.trim()}`)) return false;
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true;
  const own = machineName().toLowerCase();
  const short = own.split('.')[0];
  return [own, short, `${short}.local`].includes(name) || isAmong(name, configured);
}
