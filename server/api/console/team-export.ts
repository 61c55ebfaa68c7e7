/** The whole team as an archive for a larger server (operations/team-export), for owners: they may read everything anyway. */
import { writeReadNote } from '../../domain/accounts/write-sign-in.ts';
import { RawAnswer } from '../../http/endpoint.ts';
import { openExport } from '../../operations/team-export/export-in-worker.ts';
import { dispositionHeader } from '../../uploads/types.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: server';

const contentType = 'application/gzip';

export const downloadTeamExport = endpoint({
  method: 'GET',
  path: '/console/team_export',
  access: 'owner',
  summary:
    'Everything of the team, made now, in the import format of a larger server of this API: also what only its writers may read.',
  personal: false,
  answer: 'file',
  params: {},
  async run({ services, write }) {
    await writeReadNote(services, write, { kind: 'backup', action: 'exported' });
    const archive = await openExport(services.options.dataDir);
    const { size } = await archive.stat();
    return new RawAnswer({
      headers: {
        'Content-Type': contentType,
        'Content-Length': String(size),
        'Content-Disposition': dispositionHeader('team.tar.gz', contentType, true),
        'Cache-Control': 'no-store',
      },
      body: archive.createReadStream(),
    });
  },
});
