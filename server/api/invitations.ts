/** Invitations: by mail and by reusable link (contract: send-invites). */
import { z } from 'zod';
import { listInvitations, resendInvitation, revokeInvitation } from '../domain/invitations/invitations.ts';
import { inviteByEmail, inviteByLink, type Offer, invitationFailed } from '../domain/invitations/invite.ts';
import { bool, int, json, listOf, oneOfInts, text, type Parsed } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Invitations';

const offerParams = {
  // Here null is a value: never.
  invite_expires_in_minutes: json(
    z.union([
      z
        .int()
        .min(1)
        .max(100 * 366 * 1440),
      z.null(),
    ]),
  ).optional(),
  invite_as: oneOfInts([100, 200, 300, 400, 600]).default(400),
  group_ids: listOf(z.int()).default([]),
  include_realm_default_subscriptions: bool().default(false),
  welcome_message_custom_text: text({ max: 8000 }).optional(),
};

const notifyReferrer = bool().default(true);

function offerOf(params: Parsed<typeof offerParams>, channelIds: number[], notify: boolean): Offer {
  const welcome = params.welcome_message_custom_text;
  return {
    expiresInMinutes: params.invite_expires_in_minutes,
    invitedAs: params.invite_as,
    channelIds,
    groupIds: params.group_ids,
    includeDefaultChannels: params.include_realm_default_subscriptions,
    notifyReferrer: notify,
    // Sent as JSON by some clients: the word null is no text.
    welcomeText: welcome === undefined || welcome === 'null' ? null : welcome,
  };
}

export const sendInvites = endpoint({
  method: 'POST',
  path: '/invites',
  access: 'authenticated',
  summary: 'Invite people by mail.',
  personal: false,
  params: {
    invitee_emails: text().describe(
      'Addresses, separated by commas, semicolons, spaces or newlines; names beside them are ignored.',
    ),
    stream_ids: listOf(z.int()),
    notify_referrer_on_join: notifyReferrer,
    ...offerParams,
  },
  async run({ write, params }) {
    const offer = offerOf(params, params.stream_ids, params.notify_referrer_on_join);
    const { refusals, sent } = await write((acting) => inviteByEmail(acting, params.invitee_emails, offer));
    if (refusals.length === 0) return {};
    // Thrown outside the write: the invitations to the others are on disk.
    throw invitationFailed(refusals, sent);
  },
});

export const createInviteLink = endpoint({
  method: 'POST',
  path: '/invites/multiuse',
  access: 'authenticated',
  summary: 'Make a link that any number of people may use to join.',
  personal: false,
  params: { stream_ids: listOf(z.int()).default([]), ...offerParams },
  run: ({ write, params }) =>
    write((acting) => ({ invite_link: inviteByLink(acting, offerOf(params, params.stream_ids, true)) })),
});

export const getInvites = endpoint({
  method: 'GET',
  path: '/invites',
  access: 'authenticated',
  summary: "Invitations that are still open: one's own, or all for administrators.",
  personal: false,
  params: {},
  run: ({ read }) => read((viewing) => ({ invites: listInvitations(viewing) })),
});

export const revokeEmailInvite = endpoint({
  method: 'DELETE',
  path: '/invites/{invite_id}',
  access: 'authenticated',
  summary: 'Take back an invitation by mail.',
  personal: false,
  params: { invite_id: int() },
  run: ({ write, params }) =>
    write((acting) => {
      revokeInvitation(acting, params.invite_id, 'email');
      return {};
    }),
});

export const revokeInviteLink = endpoint({
  method: 'DELETE',
  path: '/invites/multiuse/{invite_id}',
  access: 'authenticated',
  summary: 'Take back a reusable link.',
  personal: false,
  params: { invite_id: int() },
  run: ({ write, params }) =>
    write((acting) => {
      revokeInvitation(acting, params.invite_id, 'multiuse');
      return {};
    }),
});

export const resendInvite = endpoint({
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  access: 'authenticated',
  summary: 'Mail an invitation again.',
  personal: false,
  params: { invite_id: int() },
  run: ({ write, params }) =>
    write((acting) => {
      resendInvitation(acting, params.invite_id);
      return {};
    }),
});
