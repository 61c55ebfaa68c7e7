/** Addresses of video calls. */
import { expect, test } from 'vitest';
import type { ClientState } from '../../client/state/state.ts';
import { callAddress, callTemplate, roomOf } from './call-address.ts';

const choosing = (video_chat_provider: number, jitsi_server_url: string | null) =>
  callTemplate({ organization: { realm: { video_chat_provider, jitsi_server_url } } } as unknown as ClientState);

test('offers calls where the organization chose them, at Jitsi Meet unless it has an address', () => {
  expect(choosing(0, 'https://meet.example.com')).toBeNull();
  expect(choosing(1, null)).toBe('https://meet.jit.si');
  expect(choosing(1, 'https://meet.example.com')).toBe('https://meet.example.com');
});

test('puts the room behind the address, or where the address has a place for it', () => {
  expect(callAddress('https://meet.jit.si', 'a')).toBe('https://meet.jit.si/a');
  expect(callAddress('https://meet.example.com/office//', 'a')).toBe('https://meet.example.com/office/a');
  expect(callAddress('https://calls.example.com/?room={room}&audio=1', 'a')).toBe(
    'https://calls.example.com/?room=a&audio=1',
  );
  expect(callAddress('https://calls.example.com/%7Broom%7D/join', 'a')).toBe('https://calls.example.com/a/join');
  expect(callAddress('https://{room}.example.com/', 'a')).toBe('https://a.example.com/');
  expect(callAddress('https://meet.jit.si/#config.startWithVideoMuted=true', 'a')).toBe(
    'https://meet.jit.si/a#config.startWithVideoMuted=true',
  );
  expect(callAddress('https://calls.example.com/office?lang=de#/', 'a')).toBe(
    'https://calls.example.com/office/a?lang=de#/',
  );
});

test('writes an address that ends no link too early', () => {
  expect(callAddress('https://calls.example.com/team (a)/{room}', 'a')).toBe(
    'https://calls.example.com/team%20%28a%29/a',
  );
});

test('names rooms by chance', () => {
  expect(roomOf(new Uint8Array([0, 35, 255]))).toBe('call-000z73');
});
