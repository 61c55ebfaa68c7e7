/**
 * How a server is set up: the one place that reads flags, environment and defaults, and the injected sources of time and chance.
 */
import { randomBytes } from 'node:crypto';

/** Chance, injected so that the demo and the tests are repeatable. */
export interface RandomSource {
  /** `bytes` random bytes as lower-case hexadecimal. */
  hex(bytes: number): string;
  /** Letters and digits, for keys that people copy. */
  token(length: number): string;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const systemRandom: RandomSource = {
  hex: (bytes) => randomBytes(bytes).toString('hex'),
  token: (length) => {
    let token = '';
    // Bytes past the last whole multiple of the alphabet are passed over, so that every character is equally likely.
    while (token.length < length) for (const byte of randomBytes(length)) if (byte < 248 && token.length < length) token += alphabet[byte % 62];
    return token;
  },
};

/** The limits named in api-v1.md, Limits, and those that keep the server bounded. Lengths in Unicode code points. */
export interface Limits {
  maxMessageLength: number;
  maxTopicLength: number;
  maxStreamNameLength: number;
  maxStreamDescriptionLength: number;
  maxChannelFolderNameLength: number;
  maxChannelFolderDescriptionLength: number;
  maxFileUploadSizeMib: number;
  uploadQuotaMibPerUser: number;
  /** Bytes of a request body that is not a file upload. */
  maxBodyBytes: number;
  heartbeatMs: number;
  queueLifespanSecs: number;
  unusedUploadDays: number;
}

export const defaultLimits: Limits = {
  maxMessageLength: 10_000,
  maxTopicLength: 60,
  maxStreamNameLength: 60,
  maxStreamDescriptionLength: 1024,
  maxChannelFolderNameLength: 60,
  maxChannelFolderDescriptionLength: 1024,
  maxFileUploadSizeMib: 100,
  uploadQuotaMibPerUser: 5120,
  maxBodyBytes: 2 * 1024 * 1024,
  heartbeatMs: 50_000,
  queueLifespanSecs: 600,
  unusedUploadDays: 28,
};

export interface ServerOptions {
  dataDir: string;
  host: string;
  port: number;
  /** UNIX milliseconds. */
  clock: () => number;
  random: RandomSource;
  limits: Limits;
  /** Folder of the built console; null serves the API alone. */
  consoleDir: string | null;
  /** Host names beside the machine's own addresses under which the server answers. */
  allowedHosts: string[];
  /** Only loopback may open the console, unless set. */
  logLevel: 'silent' | 'info' | 'debug';
  /** Work factor exponent of scrypt: N = 2^cost. */
  passwordCost: number;
}
