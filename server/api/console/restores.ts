/**
 * Putting a backup in the place of the present data, from the console: a file that is handed in, or one of the list. Owners
 * alone, and with their password: it takes back what everyone has written since.
 */
import { backupShape, receivedBackupShape } from '../../contract/shapes/backups.ts';
import type { ReceivedBackup } from '../../contract/shapes/backups.ts';
import { causeOf } from '../../domain/audit/cause.ts';
import { ApiError, invalidParameter, malformedRequest } from '../../errors.ts';
import type { RequestInfo } from '../../http/endpoint.ts';
import { text } from '../../http/params.ts';
import type { KeptBackup } from '../../operations/backups/folder.ts';
import type { ServerServices } from '../../operations/services.ts';
import { checkPassword, type SigningIn } from '../check-sign-in.ts';
import type { Subject } from '../subjects.ts';
import { accessBackup } from './backups.ts';
import { endpoint, type ConsoleCall } from './endpoint.ts';

export const subject: Subject = 'Console: server';

const password = text({ min: 1, max: 1000, keepSpace: true }).describe('Of the owner who asks.').secret();

export const uploadBackup = endpoint({
  method: 'POST',
  path: '/console/restores',
  access: 'owner',
  whileDeactivated: true,
  summary:
    'Hand in a backup, as the body: what is in it, and under which id it can be restored. Nothing is changed yet.',
  personal: false,
  answer: { backup: receivedBackupShape },
  params: {},
  takesStream: true,
  run: async (call) => ({ backup: await receiveBackup(call) }),
});

export const discardReceivedBackup = endpoint({
  method: 'DELETE',
  path: '/console/restores',
  access: 'owner',
  summary: 'Give up a backup that was handed in.',
  personal: false,
  answer: {},
  params: {},
  async run({ services, write }) {
    await write(() => undefined);
    await services.restorer.discard();
    return {};
  },
});

export const restoreReceivedBackup = endpoint({
  method: 'POST',
  path: '/console/restores/{restore_id}',
  access: 'owner',
  whileDeactivated: true,
  summary:
    'Replace all data by a backup that was handed in; what is here is backed up first. Everyone has to connect again.',
  personal: false,
  answer: { safety_copy: backupShape },
  params: { restore_id: text({ max: 100 }), password },
  async run(call) {
    await checkPasswordAgain(call, call.params.password);
    return restore(call, call.services.restorer.access(call.params.restore_id), '');
  },
});

export const restoreKeptBackup = endpoint({
  method: 'POST',
  path: '/console/backups/{name}/restore',
  access: 'owner',
  whileDeactivated: true,
  summary: 'Replace all data by a backup of the list; what is here is backed up first. Everyone has to connect again.',
  personal: false,
  answer: { safety_copy: backupShape },
  params: { name: text({ max: 100 }).describe('Name of the file, as listed.'), password },
  async run(call) {
    const { path } = await accessBackup(call.services.backups, call.params.name);
    await checkPasswordAgain(call, call.params.password);
    return restore(call, path, call.params.name);
  },
});

type Asking = ConsoleCall;

async function restore(
  { services, request, write }: Asking,
  path: string,
  name: string,
): Promise<{ safety_copy: KeptBackup }> {
  // Who is no owner any more by now restores nothing.
  const { asker, cause } = await write(({ tx, user }) => ({ asker: user.delivery_email, cause: causeOf(tx) }));
  const asked = { requestId: request.id, safetyCopy: true as const, asker, cause, name };
  const copy = await services.restorer.restore(services, path, asked);
  return { safety_copy: copy };
}

/** Whose session it is proves it once more. @throws ApiError BAD_REQUEST, RATE_LIMIT_HIT */
export async function checkPasswordAgain(context: SigningIn & Pick<Asking, 'read'>, sent: string): Promise<void> {
  const email = await context.read(({ user }) => user.delivery_email);
  await checkPassword(context, email, sent).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED'
      ? invalidParameter('password', 'This password is not right.')
      : error;
  });
}

/** The body of a request as a received backup. @throws ApiError as Restorer.receive */
export async function receiveBackup({
  services,
  request,
}: {
  services: ServerServices;
  request: RequestInfo;
}): Promise<ReceivedBackup> {
  const { body, headers } = request;
  if (body === undefined) throw malformedRequest('there is no body');
  const length = Number(headers['content-length'] ?? NaN);
  return services.restorer.receive(body, Number.isNaN(length) ? undefined : length);
}
