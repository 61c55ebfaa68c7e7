/** Webhook addresses and stored data of bots: the tables bot_services and bot_storage. */
import { invalidParameter } from '../../errors.ts';
import type { Reader, Transaction } from '../../storage/database.ts';

/** When a message calls an outgoing-webhook bot (contract: OutgoingWebhookPayload). */
export const webhookTriggers = ['direct_message', 'mention'] as const;
export type WebhookTrigger = (typeof webhookTriggers)[number];

export interface BotService {
  bot_id: number;
  base_url: string;
  /** Fixed per bot: the called server knows us by it (spec: Authentication 5). */
  token: string;
  /** 1 our own format, 2 the format of another kind of server. */
  interface: 1 | 2;
  triggers: WebhookTrigger[];
}

/** @returns undefined for a bot that is not called. */
export function findBotService(db: Reader, botId: number): BotService | undefined {
  const row = db.get<Omit<BotService, 'triggers'> & { triggers: string }>(
    'SELECT * FROM bot_services WHERE bot_id = ?',
    botId,
  );
  return row && { ...row, triggers: JSON.parse(row.triggers) as WebhookTrigger[] };
}

/** Says where the bot is called, in place of what was said before. */
export function storeBotService(tx: Transaction, service: BotService): void {
  tx.run(
    `INSERT INTO bot_services (bot_id, base_url, token, interface, triggers) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (bot_id) DO UPDATE SET base_url = excluded.base_url, token = excluded.token, interface = excluded.interface, triggers = excluded.triggers`,
    service.bot_id,
    service.base_url,
    service.token,
    service.interface,
    JSON.stringify(service.triggers),
  );
}

/** Characters that one bot may keep, keys and values together. */
const storageLimit = 10_000_000;

/** @param keys null = all. @throws ApiError BAD_REQUEST for a key that is not there. */
export function botStorage(db: Reader, botId: number, keys: readonly string[] | null): Record<string, string> {
  const rows = db.all<{ key: string; value: string }>(
    'SELECT key, value FROM bot_storage WHERE bot_id = ? ORDER BY key',
    botId,
  );
  const all = new Map(rows.map((row) => [row.key, row.value]));
  const missing = keys?.find((key) => !all.has(key));
  if (missing !== undefined) throw invalidParameter('keys', 'Key does not exist.');
  return Object.fromEntries([...all].filter(([key]) => keys?.includes(key) ?? true));
}

/** @throws ApiError BAD_REQUEST when the bot would keep more than the limit. */
export function putBotStorage(tx: Transaction, botId: number, entries: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(entries)) {
    tx.run(
      'INSERT INTO bot_storage (bot_id, key, value) VALUES (?, ?, ?) ON CONFLICT (bot_id, key) DO UPDATE SET value = excluded.value',
      botId,
      key,
      value,
    );
  }
  const used =
    tx.get<{ n: number | null }>(
      'SELECT sum(length(key) + length(value)) AS n FROM bot_storage WHERE bot_id = ?',
      botId,
    )?.n ?? 0;
  if (used > storageLimit)
    throw invalidParameter(
      'storage',
      `Request exceeds storage limit by ${used - storageLimit} characters. The limit is ${storageLimit} characters.`,
    );
}

/** @param keys null = all. @throws ApiError BAD_REQUEST for a key that is not there. */
export function removeBotStorage(tx: Transaction, botId: number, keys: readonly string[] | null): void {
  for (const key of keys ?? Object.keys(botStorage(tx, botId, null))) {
    if (tx.run('DELETE FROM bot_storage WHERE bot_id = ? AND key = ?', botId, key).changes === 0)
      throw invalidParameter('keys', 'Key does not exist.');
  }
}
