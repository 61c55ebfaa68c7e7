/** Names of time zones as they are now. */
import { expect, it } from 'vitest';
import { timeZones } from './time-zones.ts';

it('has the zones by their current names, each once, and UTC', () => {
  const zones = timeZones();
  const wanted = ['UTC', 'Europe/Kyiv', 'Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'America/Argentina/Buenos_Aires'];
  expect(zones).toEqual(expect.arrayContaining(wanted));
  expect(zones).not.toContain('Europe/Kiev');
  expect(new Set(zones).size).toBe(zones.length);
  for (const zone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
  expect(timeZones(['Asia/Calcutta', 'Asia/Kolkata', 'UTC'])).toEqual(['UTC', 'Asia/Kolkata']);
});
