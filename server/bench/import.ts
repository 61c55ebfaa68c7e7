/** `npm run bench -- import`: how long an import takes, and what memory: 100,000 messages, or a million in the long form. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { importIntoFolder } from '../operations/team-import/import-folder.ts';
import { reportBench, type BenchLine } from './parts/report.ts';
import { isLong, withFolder } from './parts/targets.ts';
import { writeTeamArchive } from './parts/team-archive.ts';

const messages = isLong ? 1_000_000 : 100_000;
/** Ten minutes for a million. */
const mostSeconds = isLong ? 600 : 60;
const mostMebibytes = 1024;

async function benchImport(): Promise<BenchLine[]> {
  return withFolder(async (folder) => {
    const file = join(folder, 'team.tar.gz');
    await writeTeamArchive(file, { users: 200, channels: 40, messages });
    const start = performance.now();
    const { counts } = await importIntoFolder({
      dataDir: join(folder, 'data'),
      file,
      choose: () => ({ leaveOutChannels: [], leaveOutDirectMessages: false, mainTopic: '', team: null }),
      owner: { email: 'owner@office.example', fullName: 'Olga Owner', passwordHash: null },
      nowMs: Date.now(),
      signal: new AbortController().signal,
      onPhase: () => undefined,
      onProgress: () => undefined,
    });
    const seconds = (performance.now() - start) / 1000;
    if (counts.messages !== messages) throw new Error(`${counts.messages} of ${messages} messages came`);
    const mebibytes = process.resourceUsage().maxRSS / 1024;
    const size = Math.round(statSync(file).size / 1_000_000);
    return [
      line(`${messages} messages of an archive of ${size} MB into an empty folder`, seconds, mostSeconds, 's'),
      line('the most memory of the process', mebibytes, mostMebibytes, 'MiB'),
    ];
  });
}

const line = (name: string, value: number, most: number, unit: string): BenchLine => ({
  name,
  value,
  unit,
  reference: null,
  ratio: null,
  goal: `at most ${most} ${unit}`,
  holds: value <= most,
});

await reportBench(benchImport);
