/** `npm run bench -- accounts`: accounts made over the API, against the password hashes alone, which cannot be had for less. */
import { hashPassword } from '../secrets.ts';
import { buildOrganization } from './parts/organization.ts';
import { reportBench, type BenchLine } from './parts/report.ts';
import { cpuMs, during, isLong, startFloor, startHearth, withFolder, type Target } from './parts/targets.ts';
import { requestText, Wire } from './parts/wire.ts';

const count = isLong ? 1000 : 100;
const atOnce = 8;
/** As the server has it (options.ts). */
const cost = 15;
const most = 1.25;

async function rounds(work: (number: number) => Promise<void>): Promise<number> {
  let number = 0;
  const start = performance.now();
  const worker = async (): Promise<void> => {
    while (number < count) await work((number += 1));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (performance.now() - start) / 1000;
}

/** As many as `count` are made by some administrators at once. */
async function addAccounts(target: Target): Promise<{ seconds: number; cpu: number }> {
  const wires = await Promise.all(Array.from({ length: atOnce }, async () => Wire.open(target.port)));
  const free = [...wires];
  const before = cpuMs(target);
  const seconds = await rounds(async (number) => {
    const wire = free.pop();
    if (wire === undefined) throw new Error('unreachable: there is a connection for each');
    const form = {
      email: `new${number}@example.com`,
      full_name: `New ${number}`,
      password: `a good password ${number}`,
    };
    const { status, body } = await wire.ask(requestText('POST', '/api/v1/users', target.authorizations[0] ?? '', form));
    if (status !== 200) throw new Error(`${status} ${body}`);
    free.push(wire);
  });
  const cpu = (cpuMs(target) - before) / 1000;
  for (const wire of wires) wire.close();
  return { seconds, cpu };
}

async function benchAccounts(): Promise<BenchLine[]> {
  return withFolder(async (folder) => {
    const own = process.cpuUsage();
    const hashes = await rounds(async (number) => void (await hashPassword(`a good password ${number}`, cost)));
    const { user, system } = process.cpuUsage(own);
    const node = await during(startFloor('node'), addAccounts);
    const koa = await during(startFloor('koa'), addAccounts);
    // As many people are there already, so that what each new one costs with all others shows.
    const built = await buildOrganization(folder, { people: count });
    const hearth = await during(startHearth(built.dataDir, built.authorizations), addAccounts);
    const floors = `bare node and Koa, which keep and hash nothing: ${node.seconds.toFixed(2)} and ${koa.seconds.toFixed(2)} s`;
    return [
      line(` (${floors})`, hearth.seconds, hashes, 's'),
      line(', processor time', hearth.cpu, (user + system) / 1e6, 's'),
    ];
  });
}

function line(name: string, value: number, reference: number, unit: string): BenchLine {
  const goal = `at most ${most}x of the hashes alone`;
  const title = `${count} accounts over the API${name}`;
  return { name: title, value, unit, reference, ratio: value / reference, goal, holds: value <= most * reference };
}

await reportBench(benchAccounts);
