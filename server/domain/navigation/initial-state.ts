/** What registration says about views of the left sidebar (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { navigationViews } from './edit.ts';

export const navigationState: StateParts = {
  navigation_views: (viewing) => ({ navigation_views: navigationViews(viewing) }),
};
