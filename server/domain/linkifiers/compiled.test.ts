/** Compiled linkifiers are kept, and are always those of the moment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';
import { compiledLinkifiers } from './compiled.shared.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

describe('Compiled linkifiers', () => {
  test('are those of the moment, after every change and after a change that came to nothing', async () => {
    const linksIn = async (): Promise<string> => {
      const { rendered } = await world.owner.ok.post('/messages/render', { content: 'see T7' });
      return String(rendered);
    };
    const { id } = await world.owner.ok.post('/realm/filters', {
      pattern: 'T(?P<n>[0-9]+)',
      url_template: 'https://one.example/{n}',
    });
    expect(await linksIn()).toContain('https://one.example/7');
    await world.owner.ok.patch(`/realm/filters/${Number(id)}`, {
      pattern: 'T(?P<n>[0-9]+)',
      url_template: 'https://two.example/{n}',
    });
    expect(await linksIn()).toContain('https://two.example/7');
    const failing = world.server.services.storage.transaction((tx) => {
      tx.run("UPDATE linkifiers SET url_template = 'https://never.example/{n}'");
      expect(compiledLinkifiers(tx)[0]?.urlTemplate).toBe('https://never.example/{n}');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await linksIn()).toContain('https://two.example/7');
    await world.owner.ok.delete(`/realm/filters/${Number(id)}`);
    expect(await linksIn()).not.toContain('https://');
  });

  test('are not compiled again while nothing changes', async () => {
    await world.server.services.storage.read((db) => expect(compiledLinkifiers(db)).toBe(compiledLinkifiers(db)));
  });
});
