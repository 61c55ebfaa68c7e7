/** `export`: the whole team as an archive for a larger server (operations/team-export). */
import { statSync } from 'node:fs';
import { exportNotes } from '../operations/team-export/notes.ts';
import { exportTeam } from '../operations/team-export/team-export.ts';
import { folderInUse, required, sayLacking } from './backup.ts';
import type { Command } from './command.ts';
import { anywayFlag, dataDirFlag } from './settings.ts';
import { sizeOf } from './sizes.ts';

export const exportCommand: Command = {
  summary:
    'write the whole team as an archive that a larger server of this API imports, while a server runs on the folder or not',
  options: {
    ...dataDirFlag,
    ...anywayFlag,
    out: { type: 'string', help: 'the .tar.gz file to write; it appears whole or not at all' },
  },
  async run(flags, say) {
    const dataDir = await folderInUse(flags);
    const out = required(flags, 'out');
    const { users, channels, messages, files, needAddress, leftOutDomains, lacking } = await exportTeam(dataDir, out);
    say(`Exported ${dataDir} to ${out} (${sizeOf(statSync(out).size)}).`);
    say(`In it: ${users} users, ${channels} channels, ${messages} messages, ${files} files.`);
    for (const line of exportNotes({ needAddress, leftOutDomains, lacking: [] })) say(line);
    sayLacking(lacking, say);
  },
};
