/** Facts of operations in server-info.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, type Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'GET /server_settings': { refused: {} },
  'GET !/static/emoji/emoji-data.json': { refused: {}, audit: unaudited.public },
};
