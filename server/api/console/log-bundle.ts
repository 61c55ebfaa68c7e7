/** One file for the user who helps with a problem. */
import { RawAnswer } from '../../http/endpoint.ts';
import { logBundle, settingsWithoutSecrets } from '../../operations/log-bundle.ts';
import { dispositionHeader } from '../../uploads/types.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: server';

const bundleType = 'application/gzip';

export const getLogBundle = endpoint({
  method: 'GET',
  path: '/console/log_bundle',
  access: 'administrator',
  summary: 'Logs, versions, state of storage and settings as one tar.gz file, without secrets.',
  personal: false,
  answer: 'file',
  params: {},
  async run({ services, read }) {
    const { name, content } = await logBundle(services, await read(({ db }) => settingsWithoutSecrets(db)));
    return new RawAnswer({
      headers: {
        'Content-Type': bundleType,
        'Content-Disposition': dispositionHeader(name, bundleType, true),
        'Cache-Control': 'no-store',
      },
      body: content,
    });
  },
});
