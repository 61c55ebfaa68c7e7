/**
 * States of the console's screens that their first look (console-screens.spec.ts) does not have: errors at fields, results, what is
 * chosen (console-states.ts). Each is accessible, in both themes and at 360 px. What leads there is tested without a browser, in
 * `renderer/console/screens`.
 */
import { expectAccessible, openAs, test, type Office } from './console-kit.ts';
import { states } from './console-states.ts';
import { owner } from './hearth-process.ts';

/** What the states are about. @returns the id of the channel */
async function prepare({ elsewhere }: Office): Promise<string> {
  const newUser = async (name: string, email: string): Promise<unknown> =>
    (await elsewhere('POST', '/users', { email, full_name: name, password: owner.password }))['user_id'];
  await newUser('Nora North', 'nora@example.com');
  const otto = await newUser('Otto Post', 'otto@example.com');
  const ada = await newUser('Ada Admin', 'ada@example.com');
  await elsewhere('PATCH', `/users/${String(ada)}`, { role: '200' });
  const { user_groups: all } = await elsewhere('GET', '/user_groups');
  const moderators = (all as { id: number; name: string }[]).find(({ name }) => name === 'role:moderators');
  await elsewhere('POST', '/user_groups/create', {
    name: 'drivers',
    description: '',
    members: JSON.stringify([otto]),
    subgroups: JSON.stringify([moderators?.id]),
  });
  const { user_id: own } = await elsewhere('GET', '/users/me');
  const subscribers = JSON.stringify([own, otto]);
  const id = String((await elsewhere('POST', '/channels/create', { name: 'depot', subscribers }))['id']);
  await elsewhere('POST', '/messages', { type: 'channel', to: id, topic: 'roses', content: 'They **bloom**' });
  return id;
}

let channel: Promise<string> | undefined;

for (const [group, each] of Object.entries(states))
  test(`states of ${group} are accessible, in both themes and on a phone`, async ({ page, office }) => {
    const id = await (channel ??= prepare(office));
    for (const { name, path, reach, as } of each)
      await test.step(name, async () => {
        await openAs(page, office, path.replace('CHANNEL', id), as);
        await reach(page);
        await expectAccessible(page);
      });
  });
