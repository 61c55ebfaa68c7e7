/** The office that most page tests of the chat share: its owner, Ben, and the channel "workshop" of both. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { closePage } from './chat-page.tsx';
import { Office, type Person } from './office.ts';

/** Filled before the first test. */
export interface Workshop {
  office: Office;
  ben: Person;
  /** The id of the channel. */
  workshop: number;
}

/**
 * Opens the office before the tests of a file, closes each test's page after it, and the office after the last.
 * @param prepare what else is in the office, or in the channel
 */
export function workshopOffice(prepare?: (made: Workshop) => unknown): Workshop {
  const made = {} as Workshop;
  beforeAll(async () => {
    made.office = await Office.open();
    made.ben = await made.office.newPerson('Ben Builder');
    made.workshop = await made.office.newChannel('workshop', [made.ben]);
    await prepare?.(made);
  });
  afterAll(() => made.office.close());
  afterEach(closePage);
  return made;
}
