/** Email address visible to others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officeAddress, TestMachine } from '../../testing/office.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { originForOthers } from './addresses.shared.ts';

// The second one belongs to this machine as far as it knows, which no one can listen on.
const machine = new TestMachine({ Ethernet: officeAddress, 'Wi-Fi': '192.168.1.20' });
let world: World;
beforeAll(async () => {
  world = await startWorld({ host: undefined, machine, allowedHosts: ['chat.office', '198.51.100.7'] });
});
afterAll(async () => world.stop());

const forOthers = (origin: string): string => originForOthers({ origin, services: world.server.services });
const local = ['http://localhost:7420', 'http://127.0.0.1:7420', 'http://[::1]:7420'];

describe('What others read', () => {
  it('has the address that the caller used, while no one else can connect', () => {
    for (const origin of [...local, 'http://192.168.1.20:7420']) expect(forOthers(origin)).toBe(origin);
  });

  it("has the team's address, where the caller's is only known to this computer or to some", async () => {
    const { port } = world.server;
    expect(forOthers('http://203.0.113.9:7420')).toBe(`http://127.0.0.1:${port}`);
    await world.server.services.network.setShared(true);
    const team = `http://${officeAddress}:${port}`;
    for (const origin of [...local, 'http://hearth.local:7420', 'http://frontdesk:7420'])
      expect(forOthers(origin), origin).toBe(team);
    for (const origin of ['http://192.168.1.20:80', 'http://chat.office:80', 'http://198.51.100.7:7420'])
      expect(forOthers(origin), origin).toBe(origin);
    const { invite_link: link } = await world.owner.ok.post('/invites/multiuse', { stream_ids: [] });
    expect(String(link)).toMatch(new RegExp(`^${team}/join/`));
  });

  it('never has an address that is only claimed: neither this machine nor its settings know it', () => {
    const team = `http://${officeAddress}:${world.server.port}`;
    for (const origin of ['http://203.0.113.9', 'http://[2001:db8::1]:7420', 'https://0.0.0.0', 'http://[::]:7420'])
      expect(forOthers(origin), origin).toBe(team);
  });
});
