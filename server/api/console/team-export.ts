/** The whole team as an archive for a larger server (operations/team-export), for owners: they may read everything anyway. */
import { createReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { audit } from '../../domain/audit/record.ts';
import { RawAnswer } from '../../http/endpoint.ts';
import { exportInWorker } from '../../operations/team-export/export-in-worker.ts';
import { dispositionHeader } from '../../uploads/types.ts';
import { endpoint } from './endpoint.ts';

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
  async run({ services: { options }, write }) {
    await write((acting) => audit(acting, { kind: 'backup', action: 'exported' }));
    const path = await exportInWorker(options.dataDir);
    const { size } = await stat(path);
    const body = createReadStream(path);
    // Whoever is reading it reads on; nothing of it stays behind.
    body.once('open', () => void unlink(path).catch(() => undefined));
    return new RawAnswer({
      headers: {
        'Content-Type': contentType,
        'Content-Length': String(size),
        'Content-Disposition': dispositionHeader('team.tar.gz', contentType, true),
        'Cache-Control': 'no-store',
      },
      body,
    });
  },
});
