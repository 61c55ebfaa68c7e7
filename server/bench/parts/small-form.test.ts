/**
 * The benches in their smallest form: what a delivery, a message and a page cost beside bare node:http in the same run, in processor time.
 * Ratios differ from run to run and machine to machine, so only less than half as good as is kept fails, three times in a row.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programArgs } from '../../testing/program.ts';
import { httpChat } from './chat.ts';
import { fanOut } from './fan-out.ts';
import kept from './kept-ratios.json' with { type: 'json' };
import { buildOrganization } from './organization.ts';
import { readPages } from './reading.ts';
import { sendAll } from './sending.ts';
import { during, startFloor, startHearth, withFolder, type Target } from './targets.ts';

const people = 40;
const messages = 2000;
const tries = 3;

type Ratios = typeof kept;

/** Processor time of one of each, in microseconds. */
async function costs(target: Target): Promise<Ratios> {
  const { cpuPerPage: page } = await readPages(target, messages, 800);
  const { cpuPerMessage: message } = await sendAll(httpChat(target), 20, 600);
  const { cpuPerDelivery: delivery } = await fanOut(httpChat(target), people, { seconds: 2, warmUp: 1 });
  return { page, message, delivery };
}

async function ratios(): Promise<Ratios> {
  return withFolder(async (folder) => {
    const { dataDir, authorizations } = await buildOrganization(join(folder, 'data'), { people, messages });
    const bare = await during(startFloor('node', people), costs);
    const hearth = await during(startHearth(dataDir, authorizations, { program: programArgs }), costs);
    return {
      page: hearth.page / bare.page,
      message: hearth.message / bare.message,
      delivery: hearth.delivery / bare.delivery,
    };
  });
}

test('a delivery, a message and a page of history cost at most twice of what is kept, beside bare node', async () => {
  const found: Ratios[] = [];
  const isTooMuch = (name: keyof Ratios): boolean => found.every((one) => one[name] > 2 * kept[name]);
  const names = ['page', 'message', 'delivery'] as const;
  while (found.length === 0 || (found.length < tries && names.some(isTooMuch))) found.push(await ratios());
  expect(names.filter(isTooMuch), JSON.stringify(found)).toEqual([]);
});
