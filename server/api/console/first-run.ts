/**
 * The first run: whether there is an organization, and making it. Guarded by the token of the setup link that the server
 * printed when it started on an empty folder; the token works once.
 */
import { z } from 'zod';
import { firstRunShape, receivedBackupShape } from '../../contract/shapes/backups.ts';
import type { FirstRun } from '../../contract/shapes/backups.ts';
import { sessionShape } from '../../contract/shapes/sessions.ts';
import { checkPasswordRules } from '../../domain/accounts/passwords.shared.ts';
import { causeOf, setCause } from '../../domain/audit/cause.ts';
import { usesDirectory } from '../../domain/directory/settings.shared.ts';
import { createOrganization } from '../../domain/organization/create.ts';
import { sendsMail } from '../../domain/organization/delivery-settings.shared.ts';
import { deactivatedAt, hasOrganization, organizationSetting } from '../../domain/organization/rows.ts';
import { badRequest, coded } from '../../errors.ts';
import type { RequestInfo } from '../../http/endpoint.ts';
import { text } from '../../http/params.ts';
import * as sample from '../../operations/sample.ts';
import type { ServerServices } from '../../operations/services.ts';
import { hashPassword, sameSecret } from '../../secrets.ts';
import type { Reader } from '../../storage/database.ts';
import { languageOf } from '../../texts.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';
import { receiveBackup } from './restores.ts';
import { signedIn } from './sessions.ts';

export const subject: Subject = 'Console: server';

const token = text({ min: 1, max: 200 }).describe('Of the setup link.').secret();

export const getFirstRun = endpoint({
  method: 'GET',
  path: '/console/setup',
  access: 'anonymous',
  summary: 'Whether the server still waits for its organization.',
  personal: false,
  answer: firstRunShape,
  params: {},
  run: ({ read, services }) => read(({ db }) => ({ ...firstRun(db, services) })),
});

function firstRun(db: Reader, services: ServerServices): FirstRun {
  const isThere = hasOrganization(db);
  return {
    needs_setup: !isThere,
    organization_name: isThere ? organizationSetting(db, 'name') : null,
    restoring: isThere ? null : services.restorer.progress,
    sample_data:
      services.demo === null
        ? null
        : { can_leave: sample.canLeaveSample(services), sign_in: sample.knownSignIn(services) },
    sends_mail: isThere && sendsMail(db),
    uses_directory: isThere && usesDirectory(db),
    is_host_fixed: services.options.fixed.host,
    is_deactivated: isThere && deactivatedAt(db) !== null,
    lets_anybody_in: isThere && !organizationSetting(db, 'invite_required'),
  };
}

export const setUp = endpoint({
  method: 'POST',
  path: '/console/setup',
  access: 'anonymous',
  summary: 'Create the organization and its owner, with the token of the setup link.',
  personal: false,
  answer: { user_id: z.number(), email: z.string() },
  params: {
    token,
    organization_name: text({ min: 1, max: 40 }),
    full_name: text({ min: 1, max: 100 }),
    email: text({ min: 3, max: 300 }),
    password: text({ min: 1, max: 1000, keepSpace: true }).secret(),
  },
  async run(call) {
    const { services, write } = call;
    await checkSetupToken(call, call.params.token);
    checkPasswordRules(call.params.password);
    const ownerPasswordHash = await hashPassword(call.params.password, services.options.passwordCost);
    const owner = await write((acting) => {
      const created = createOrganization(acting, {
        name: call.params.organization_name,
        ownerEmail: call.params.email,
        ownerFullName: call.params.full_name,
        ownerPasswordHash,
        language: languageOf(call.request.headers['accept-language']),
      });
      // A user who has the token becomes the owner: it is their doing.
      setCause(acting.tx, { ...causeOf(acting.tx), user_id: created.id, user_name: created.full_name });
      return created;
    });
    services.setupToken.current = null;
    return { user_id: owner.id, email: owner.delivery_email };
  },
});

export const checkSetupLink = endpoint({
  method: 'POST',
  path: '/console/setup/check',
  access: 'anonymous',
  summary: 'Whether the token of a setup link is still valid.',
  personal: false,
  answer: {},
  params: { token },
  async run(call) {
    await checkSetupToken(call, call.params.token);
    return {};
  },
});

export const receiveFirstBackup = endpoint({
  method: 'POST',
  path: '/console/setup/restores',
  access: 'anonymous',
  summary: 'Hand in a backup for an empty server, as the body: what is in it, and under which id it can be restored.',
  personal: false,
  answer: { backup: receivedBackupShape },
  params: { token },
  takesStream: true,
  async run(call) {
    await checkSetupToken(call, call.params.token);
    return { backup: await receiveBackup(call) };
  },
});

export const restoreFirstBackup = endpoint({
  method: 'POST',
  path: '/console/setup/restores/{restore_id}',
  access: 'anonymous',
  summary: 'Fill the empty server with a backup that was handed in.',
  personal: false,
  answer: {},
  params: { token, restore_id: text({ max: 100 }) },
  async run(call) {
    const { services, request, write } = call;
    await checkSetupToken(call, call.params.token);
    const path = services.restorer.access(call.params.restore_id);
    const cause = await write(({ tx }) => causeOf(tx));
    const asked = { requestId: request.id, safetyCopy: false, asker: null, cause, name: '' };
    await services.restorer.restore(services, path, asked);
    return {};
  },
});

export const enterSample = endpoint({
  method: 'POST',
  path: '/console/setup/sample',
  access: 'anonymous',
  summary: 'Fill the empty server with sample data, and sign in as its owner; sets the session cookie.',
  personal: false,
  answer: sessionShape,
  params: {
    token,
    language: text({ max: 60 }).optional().describe('Tag of the language of the data; default: that of the browser.'),
  },
  async run(call) {
    const { services, request } = call;
    await checkSetupToken(call, call.params.token);
    const userAgent = String(request.headers['user-agent'] ?? '');
    const language = call.params.language ?? languageOf(request.headers['accept-language']);
    const { owner, session } = await sample.enterSample(services, { requestId: request.id, userAgent, language });
    return signedIn(owner, session, request);
  },
});

export const leaveSample = endpoint({
  method: 'POST',
  path: '/console/sample/leave',
  access: 'owner',
  whileDeactivated: true,
  summary:
    'Leave the sample data, after a backup of it: the server is empty again, and set up with the link in the answer.',
  personal: false,
  answer: { setup_path: z.string() },
  params: {},
  async run({ services, request, write }) {
    if (!sample.canLeaveSample(services)) throw badRequest('There is no sample data to leave here.');
    await write(() => undefined);
    return { setup_path: `/console/setup#token=${await sample.leaveSample(services, request.id)}` };
  },
});

/** Wrong ones count as failed sign-ins. @throws ApiError INVALID_SETUP_TOKEN, RATE_LIMIT_HIT */
export async function checkSetupToken(
  { services, request }: { services: ServerServices; request: RequestInfo },
  sent: string,
): Promise<void> {
  await services.signIns.attempt(request.ip, 'setup');
  const { current } = services.setupToken;
  if (current === null || !sameSecret(sent, current))
    throw coded('INVALID_SETUP_TOKEN', 'This setup link is not valid, or was used already.', 403);
  await services.signIns.succeeded(request.ip, 'setup');
}
