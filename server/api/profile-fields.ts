/** Definitions of custom profile fields (contract: create-custom-profile-field). Values are set in users.ts and me.ts. */
import { z } from 'zod';
import {
  accessField,
  createField,
  deleteField,
  editField,
  profileFieldsWire,
  reorderFields,
} from '../domain/profile-fields/edit.ts';
import { fieldTypes } from '../domain/profile-fields/types.ts';
import { bool, int, json, listOf, oneOfInts, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Users';

const fieldId = int().describe('Id of a profile field.');
const parts = {
  name: text({ max: 1000 }).optional(),
  hint: text({ max: 1000 }).optional(),
  field_data: json(z.record(z.string(), z.unknown())).optional().describe('For types 3 and 7.'),
  display_in_profile_summary: bool().optional().describe('For at most 2 fields.'),
  required: bool().optional(),
  editable_by_user: bool().optional(),
};

export const listProfileFields = endpoint({
  method: 'GET',
  path: '/realm/profile_fields',
  access: 'authenticated',
  summary: 'All profile fields, in order.',
  personal: false,
  params: {},
  run: ({ read }) => read(({ db }) => ({ custom_fields: profileFieldsWire(db) })),
});

export const createProfileField = endpoint({
  method: 'POST',
  path: '/realm/profile_fields',
  access: 'administrator',
  summary: 'Create a profile field.',
  personal: false,
  params: { field_type: oneOfInts(fieldTypes), ...parts },
  run: ({ write, params: { field_type: type, ...edit } }) =>
    write((acting) => ({ id: createField(acting, type, edit) })),
});

export const reorderProfileFields = endpoint({
  method: 'PATCH',
  path: '/realm/profile_fields',
  access: 'administrator',
  summary: 'Put the profile fields into an order.',
  personal: false,
  params: { order: listOf(z.int(), { max: 1000 }).describe('Ids of all fields.') },
  run: ({ write, params: { order } }) =>
    write((acting) => {
      reorderFields(acting, order);
      return {};
    }),
});

export const editProfileField = endpoint({
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  access: 'administrator',
  summary: 'Change a profile field.',
  personal: false,
  answer: {},
  params: { field_id: fieldId, ...parts },
  run: ({ write, params: { field_id: id, ...edit } }) =>
    write((acting) => {
      editField(acting, accessField(acting, id), edit);
      return {};
    }),
});

export const deleteProfileField = endpoint({
  method: 'DELETE',
  path: '/realm/profile_fields/{field_id}',
  access: 'administrator',
  summary: 'Delete a profile field and what users wrote into it.',
  personal: false,
  answer: {},
  params: { field_id: fieldId },
  run: ({ write, params: { field_id: id } }) =>
    write((acting) => {
      deleteField(acting, accessField(acting, id));
      return {};
    }),
});
