/** An authenticator app for tests, with an implementation of its own of RFC 4226 and 6238. */
import { createHmac } from 'node:crypto';
import type { Client } from './client.ts';
import { password, type World } from './world.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** @param timeMs UNIX milliseconds of the phone. @returns six digits. */
export function codeAt(secret: string, timeMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(timeMs / 30_000)));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** The phone of a user with two-factor sign-in. */
export interface Phone {
  secret: string;
  recoveryCodes: string[];
  /** What it shows by the world's clock. */
  code(): string;
  /** What it shows after the next change: no code works twice. */
  fresh(): string;
}

/** Turns on two-factor sign-in for a user of the cast. The first code is used up by it. */
export async function turnOnTwoFactor(world: World, client: Client): Promise<Phone> {
  const { secret, setup_token: token } = await client.ok.post('/console/two_factor/setup', { password });
  const code = (): string => codeAt(String(secret), world.clock.nowMs);
  const turnedOn = await client.ok.post('/console/two_factor', { setup_token: String(token), two_factor_code: code() });
  return {
    secret: String(secret),
    recoveryCodes: turnedOn['recovery_codes'] as string[],
    code,
    fresh() {
      world.clock.advance(60_000);
      return code();
    },
  };
}
