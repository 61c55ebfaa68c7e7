/** Sharing while the server runs, on sockets as they are: what opens, what closes, what is reported, and who decides. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { officeAddress, otherAddress, TestMachine } from '../testing/office.ts';
import { startWorld, type World } from '../testing/world.ts';
import type { TeamNetwork } from './team-network.ts';

let world: World;
let machine: TestMachine;
afterEach(async () => world.stop());

async function start(options: Parameters<typeof startWorld>[0] = {}): Promise<TeamNetwork> {
  machine = new TestMachine();
  world = await startWorld({ host: undefined, machine, ...options });
  return network();
}
const network = (): TeamNetwork => world.server.services.network;
const at = (address: string): string => `http://${address}:${world.server.port}`;
/** The status of a request, or null when no one listens. */
const knock = async (address: string): Promise<number | null> =>
  fetch(`${at(address)}/health`).then(
    ({ status }) => status,
    () => null,
  );

describe('Sharing', () => {
  it('is off at first: only this computer connects', async () => {
    await start();
    expect(await network().state()).toMatchObject({ shared: false, chosen: null, fixed: { host: false } });
    expect(await knock('127.0.0.1')).toBe(200);
    expect(await knock(officeAddress)).toBeNull();
    expect((await network().state()).advice.map(({ kind }) => kind)).toEqual(['sharing_off']);
  });

  it('opens the addresses of the office while the server runs, and is still on after a restart', async () => {
    await start();
    await network().setShared(true);
    expect(await knock(officeAddress)).toBe(200);
    expect(network().teamOrigin).toBe(at(officeAddress));
    await world.restart();
    expect(await knock(officeAddress)).toBe(200);
    expect(world.server.options.host).toBe('0.0.0.0');
  });

  it('ends connections of others when it is turned off, and none on this computer', async () => {
    await start();
    await network().setShared(true);
    const waiting = async (address: string) => {
      const { queue_id: queueId } = (await world.member.ok.post('/register', { event_types: ['message'] })) as {
        queue_id: string;
      };
      const headers = { authorization: world.member.authorization };
      return fetch(`${at(address)}/api/v1/events?queue_id=${queueId}&last_event_id=-1`, { headers });
    };
    const [here, there] = [waiting('127.0.0.1'), waiting(officeAddress)];
    const cutOff = there.then(
      () => 'answered',
      () => 'cut off',
    );
    await expect.poll(async () => (await network().state()).clients_connected).toBe(2);
    await network().setShared(false);
    expect(await cutOff).toBe('cut off');
    expect(await knock(officeAddress)).toBeNull();
    await world.owner.ok.post('/messages', { type: 'direct', to: [world.member.userId], content: 'hello' });
    expect((await here).status).toBe(200);
  });

  it('is not changed from here when the server was started with --host, and says why', async () => {
    await start({ host: '127.0.0.1' });
    expect(await network().state()).toMatchObject({ fixed: { host: true }, advice: [{ kind: 'host_fixed' }] });
    await expect(network().setShared(true)).rejects.toThrow('--host');
    expect(await knock(officeAddress)).toBeNull();
  });

  it('is on when the server was started for every address', async () => {
    await start({ host: '0.0.0.0' });
    expect(network().teamOrigin).toBe(at(officeAddress));
  });

  it('says when another program has the port of the office, and opens it once that is gone', async () => {
    await start();
    const other = createServer().listen(world.server.port, officeAddress);
    await once(other, 'listening');
    await network().setShared(true);
    const state = await network().state();
    expect(state).toMatchObject({ shared: true, chosen: null, advice: [{ kind: 'not_listening' }] });
    expect(state.problem).toMatch(new RegExp(`^Port ${world.server.port} of ${officeAddress} is taken by `));
    await new Promise((resolve) => other.close(resolve));
    await network().look();
    expect(await knock(officeAddress)).toBe(200);
    expect((await network().state()).problem).toBeNull();
  });
});

describe('An address that changes', () => {
  it('is followed within a look, and the team is to be reported until someone says that it was', async () => {
    await start();
    await network().setShared(true);
    machine.becomes({ 'Wi-Fi': otherAddress });
    await network().look();
    expect(await knock(otherAddress)).toBe(200);
    expect(await knock(officeAddress)).toBeNull();
    expect((await network().state()).changed).toEqual({ from: at(officeAddress), to: at(otherAddress) });
    await network().acknowledge();
    expect((await network().state()).changed).toBeNull();
  });

  it('is no news while the old one still works, nor while there is no network', async () => {
    await start();
    await network().setShared(true);
    machine.becomes({ 'Wi-Fi': otherAddress, Ethernet: officeAddress });
    await network().look();
    expect(await network().state()).toMatchObject({ chosen: { address: otherAddress }, changed: null });
    machine.becomes({});
    await network().look();
    expect(await network().state()).toMatchObject({
      chosen: null,
      changed: null,
      advice: [{ kind: 'no_network', title: 'This computer is not connected to a network' }],
    });
    for (const [address, title] of [
      ['fe80::1', 'This computer is not connected to a network'],
      ['fd00::1', 'This network has IPv6 only'],
    ] as const) {
      machine.becomes({ Ethernet: address });
      await network().look();
      expect(await network().state()).toMatchObject({ addresses: [], advice: [{ title }] });
    }
  });

  it('is told to administrators who ask for it, and to no one else', async () => {
    await start();
    const asking = await world.admin.register({ event_types: ['console'] });
    const everything = await world.admin.register();
    const member = await world.member.register({ event_types: ['console'] });
    let calls = 0;
    network().onChange(() => (calls += 1));
    await network().setShared(true);
    expect((await asking.events()).map(({ type, about }) => [type, about])).toContainEqual(['console', 'network']);
    expect(await member.events()).toEqual([]);
    expect(await everything.eventsOf('console')).toEqual([]);
    expect(calls).toBeGreaterThan(0);
  });
});

describe('A chosen address', () => {
  it('is the one of the team, which counts as told', async () => {
    await start();
    machine.becomes({ Ethernet: officeAddress, 'Ethernet 2': otherAddress });
    await network().setShared(true);
    expect(network().teamOrigin).toBe(at(officeAddress));
    await network().pin({ adapter: 'Ethernet 2', address: otherAddress });
    expect(network().teamOrigin).toBe(at(otherAddress));
    expect((await network().state()).changed).toBeNull();
    await network().pin(null);
    expect(network().teamOrigin).toBe(at(officeAddress));
  });
});
