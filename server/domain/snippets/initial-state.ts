/** What registration says about saved snippets (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { savedSnippets } from './edit.ts';

export const snippetsState: StateParts = {
  saved_snippets: (viewing) => ({ saved_snippets: savedSnippets(viewing) }),
};
