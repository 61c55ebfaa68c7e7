/** `npm run bench -- accounts`: accounts made over the API, against the password hashes alone, which cannot be had for less. */
import { hashPassword } from '../secrets.ts';
import { buildOrganization } from './parts/organization.ts';
import { reportBench, type BenchLine } from './parts/report.ts';
import { cpuMs, isLong, startHearth, withFolder } from './parts/targets.ts';
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

async function benchAccounts(): Promise<BenchLine[]> {
  return withFolder(async (folder) => {
    const own = process.cpuUsage();
    const hashes = await rounds(async (number) => void (await hashPassword(`a good password ${number}`, cost)));
    const { user, system } = process.cpuUsage(own);
    // As many people are there already, so that what each new one costs with all others shows.
    const built = await buildOrganization(folder, { people: count });
    const target = await startHearth(built.dataDir, built.authorizations);
    const wires = new Map<number, Wire>();
    for (let index = 0; index < atOnce; index += 1) wires.set(index, await Wire.open(target.port));
    const before = cpuMs(target);
    const seconds = await rounds(async (number) => {
      const [key, wire] = [...wires][0] ?? [];
      if (wire === undefined || key === undefined) throw new Error('unreachable: there is a connection for each');
      wires.delete(key);
      const form = {
        email: `new${number}@example.com`,
        full_name: `New ${number}`,
        password: `a good password ${number}`,
      };
      const text = requestText('POST', '/api/v1/users', target.authorizations[0] ?? '', form);
      const { status, body } = await wire.ask(text);
      if (status !== 200) throw new Error(`${status} ${body}`);
      wires.set(key, wire);
    });
    const cpu = cpuMs(target) - before;
    for (const wire of wires.values()) wire.close();
    await target.stop();
    const hashCpu = (user + system) / 1000;
    return [line('', seconds, hashes, 's'), line(', processor time', cpu / 1000, hashCpu / 1000, 's')];
  });
}

function line(name: string, value: number, reference: number, unit: string): BenchLine {
  const goal = `at most ${most}x of the hashes alone`;
  const title = `${count} accounts over the API${name}`;
  return { name: title, value, unit, reference, ratio: value / reference, goal, holds: value <= most * reference };
}

await reportBench(benchAccounts);
