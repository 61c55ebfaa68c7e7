/**
 * The first run: whether there is an organization, and making it. Guarded by the token of the set-up link that the server
 * printed when it started on an empty folder; the token works once.
 */
import { timingSafeEqual } from 'node:crypto';
import { hasOrganization, organizationSetting } from '../../domain/organization.ts';
import { createOrganization } from '../../domain/organization/create.ts';
import { checkPasswordRules, hashPassword } from '../../domain/passwords.ts';
import { coded } from '../../http/errors.ts';
import { text } from '../../http/params.ts';
import { endpoint, type ApiEndpoint } from '../endpoint.ts';

export const getFirstRun = endpoint({
  method: 'GET',
  path: '/console/setup',
  access: 'anonymous',
  summary: 'Whether the server still waits for its organization.',
  params: {},
  handle: ({ readAsSystem }) =>
    readAsSystem(({ db }) => ({
      needs_setup: !hasOrganization(db),
      organization_name: hasOrganization(db) ? organizationSetting(db, 'name') : null,
    })),
});

export const setUp = endpoint({
  method: 'POST',
  path: '/console/setup',
  access: 'anonymous',
  summary: 'Create the organization and its owner, with the token of the set-up link.',
  params: {
    token: text({ min: 1, max: 200 }),
    organization_name: text({ min: 1, max: 40 }),
    full_name: text({ min: 1, max: 100 }),
    email: text({ min: 3, max: 300 }),
    password: text({ min: 1, max: 1000, keepSpace: true }),
  },
  async handle({ services, request, writeAsSystem }, params) {
    await services.signIns.attempt(request.ip, 'setup');
    const { current } = services.setupToken;
    if (current === null || !isSameToken(params.token, current)) {
      throw coded('INVALID_SETUP_TOKEN', 'This set-up link is not valid, or was used already.', 403);
    }
    checkPasswordRules(params.password);
    const ownerPasswordHash = await hashPassword(params.password, services.options.passwordCost);
    const owner = await writeAsSystem((acting) =>
      createOrganization(acting, {
        name: params.organization_name,
        ownerEmail: params.email,
        ownerFullName: params.full_name,
        ownerPasswordHash,
      }),
    );
    services.setupToken.current = null;
    await services.signIns.succeeded(request.ip, 'setup');
    return { user_id: owner.id, email: owner.delivery_email };
  },
});

/** Takes the same time for every wrong token. */
function isSameToken(sent: string, expected: string): boolean {
  const a = Buffer.from(sent);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

export const firstRunEndpoints: ApiEndpoint[] = [getFirstRun, setUp];
