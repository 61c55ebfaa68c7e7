/** What registration says about profile fields (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { profileFieldsWire } from './edit.ts';
import { fieldTypesWire } from './types.ts';

export const profileFieldsState: StateParts = {
  custom_profile_fields: ({ db }) => ({
    custom_profile_fields: profileFieldsWire(db),
    custom_profile_field_types: fieldTypesWire,
  }),
};
