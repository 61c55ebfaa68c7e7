/** Facts of operations in channel-folders.ts that deviate from the defaults (spec/facts.ts). */
import type { Examples, Facts } from '../spec/facts.ts';

export const examples: Examples = { channel_folder_id: ({ ids }) => ids.folder };

export const facts: Facts = {
  'POST /channel_folders/create': { audit: ['channel_folder created'] },
  'PATCH /channel_folders': {
    call: { params: ({ ids }) => ({ order: [ids.folder] }) },
    audit: { testedIn: 'api/console/audit-log.test.ts' },
  },
  'PATCH /channel_folders/{channel_folder_id}': {
    call: { params: () => ({ name: 'Renamed' }) },
    audit: ['channel_folder changed'],
  },
};
