/** Facts of operations in exports.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { welcome_message_custom_text: () => 'Hello!' };

export const facts: Facts = {
  'POST /export/realm': {
    audit: ['export created'],
    life: 'Registration reports nothing about exports: who lists them reads the list again.',
  },
  'GET !/exports/{file_name}': {
    call: { params: ({ ids }) => ({ file_name: ids.exportFile }) },
    audit: { testedIn: 'api/console/audit-log.test.ts' },
  },
  'POST /realm/test_welcome_bot_custom_message': { audit: unaudited.unchanged },
};
