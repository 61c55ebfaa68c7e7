/** The test from a second device: codes, guesses, and what is said of a visitor. */
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../options.ts';
import { browserName, ReachTest } from './reach-test.ts';

const phone = { address: '192.168.1.23', browser: 'Firefox on Android', isOwn: false };

function running(): { test: ReachTest; code: string; advance: (ms: number) => void } {
  let nowMs = Date.UTC(2026, 0, 5, 9);
  const test = new ReachTest(() => nowMs, systemRandom);
  test.begin();
  return { test, code: test.state('http://192.168.1.20:7420')?.code ?? '', advance: (ms) => (nowMs += ms) };
}

describe('A test from a second device', () => {
  it('shows six digits and where to type them, and turns green by them', () => {
    const { test, code } = running();
    expect(code).toMatch(/^\d{6}$/);
    expect(test.state('http://192.168.1.20:7420')).toMatchObject({
      url: 'http://192.168.1.20:7420/reach',
      reached: null,
    });
    expect(test.type(`${code.slice(0, 3)} ${code.slice(3)}`, phone)).toBe('reached');
    expect(test.state('http://x')?.reached).toEqual({
      address: '192.168.1.23',
      browser: 'Firefox on Android',
      at: Date.UTC(2026, 0, 5, 9) / 1000,
    });
  });

  it('is not passed by this computer, by a wrong code, or when none runs', () => {
    const { test, code, advance } = running();
    expect(test.type(code, { ...phone, isOwn: true })).toBe('same_computer');
    expect(test.type(code === '000000' ? '000001' : '000000', phone)).toBe('wrong_code');
    expect(test.state('http://x')?.reached).toBeNull();
    advance(15 * 60_000);
    expect(test.state('http://x')).toBeNull();
    expect(test.type(code, phone)).toBe('no_test');
  });

  it('is not passed by guessing: an address has ten wrong codes a minute, all together have sixty', () => {
    const { test, code, advance } = running();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 10; i += 1) expect(test.type(wrong, phone)).toBe('wrong_code');
    expect(test.type(code, phone)).toBe('too_often');
    for (let i = 0; i < 50; i += 1)
      expect(test.type(wrong, { ...phone, address: `192.168.1.${100 + i}` })).toBe('wrong_code');
    expect(test.type(code, { ...phone, address: '192.168.1.99' })).toBe('too_often');
    advance(60_001);
    expect(test.type(code, phone)).toBe('reached');
  });
});

describe('A browser', () => {
  it.each([
    ['Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', 'Firefox on Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    ['curl/8.5.0', 'a program'],
  ])('%s is called %s', (userAgent, name) => expect(browserName(userAgent)).toBe(name));
});
