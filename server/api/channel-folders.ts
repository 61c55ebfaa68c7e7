/** Channel folders (contract: create-channel-folder). */
import { z } from 'zod';
import * as folders from '../domain/channels/folders/edit.ts';
import { bool, int, listOf, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Channels and topics';

export const createFolder = endpoint({
  method: 'POST',
  path: '/channel_folders/create',
  access: 'administrator',
  summary: 'Create a channel folder.',
  personal: false,
  params: { name: text().describe('Name; not empty.'), description: text().describe('Must be sent, may be empty.') },
  run: ({ write, params: { name, description } }) =>
    write((acting) => ({ channel_folder_id: folders.createFolder(acting, name, description) })),
});

export const listFolders = endpoint({
  method: 'GET',
  path: '/channel_folders',
  access: 'authenticated',
  summary: 'List channel folders in their order.',
  personal: false,
  params: { include_archived: bool().default(false).describe('Archived folders too.') },
  run: ({ read, params: { include_archived } }) =>
    read((viewing) => ({ channel_folders: folders.foldersWire(viewing, include_archived) })),
});

export const reorderFolders = endpoint({
  method: 'PATCH',
  path: '/channel_folders',
  access: 'administrator',
  summary: 'Put the channel folders in a new order.',
  personal: false,
  params: { order: listOf(z.int()).describe('Every folder id, archived ones included.') },
  run: ({ write, params: { order } }) =>
    write((acting) => {
      folders.reorderFolders(acting, order);
      return {};
    }),
});

export const editFolder = endpoint({
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  access: 'administrator',
  summary: 'Rename, describe, archive or bring back a channel folder.',
  personal: false,
  params: {
    channel_folder_id: int().describe('Id of the folder.'),
    name: text().optional().describe('New name.'),
    description: text().optional().describe('New description.'),
    is_archived: bool().optional().describe('Archived folders hold no channels.'),
  },
  run: ({ write, params: { channel_folder_id, ...change } }) =>
    write((acting) => {
      folders.editFolder(acting, folders.accessFolder(acting, channel_folder_id), change);
      return {};
    }),
});
