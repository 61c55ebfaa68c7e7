/** `export`: the whole team as an archive for a larger server (operations/team-export). */
import { statSync } from 'node:fs';
import { exportNotes } from '../operations/team-export/notes.ts';
import { exportTeam } from '../operations/team-export/team-export.ts';
import { folderInUse, required, sayLacking } from './backup.ts';
import type { Command } from './command.ts';
import { counted } from './counted.ts';
import { ofError, t } from './language.ts';
import { anywayFlag, dataDirFlag } from './settings.ts';
import { sizeOf } from './sizes.ts';

export const exportCommand: Command = {
  summary: () =>
    t(
      'write the whole team as an archive that a larger server of this API imports, while a server runs on the folder or not',
    ),
  options: {
    ...dataDirFlag,
    ...anywayFlag,
    out: { type: 'string', help: () => t('the .tar.gz file to write; it appears whole or not at all') },
  },
  async run(flags, say) {
    const dataDir = await folderInUse(flags);
    const out = required(flags, 'out');
    const { users, channels, messages, files, needAddress, leftOutDomains, lacking } = await exportTeam(dataDir, out);
    say(t('Exported {{dataDir}} to {{out}} ({{size}}).', { dataDir, out, size: sizeOf(statSync(out).size) }));
    say(
      t('In it: {{users}}, {{channels}}, {{messages}}, {{files}}.', {
        users: counted.users(users),
        channels: counted.channels(channels),
        messages: counted.messages(messages),
        files: counted.files(files),
      }),
    );
    for (const line of exportNotes({ needAddress, leftOutDomains, lacking: [] })) say(ofError(line));
    sayLacking(lacking, say);
  },
};
