/** The language in which the server writes to several users at once, and to people who have no account yet. */
import type { Reader } from '../../storage/database.ts';
import { texts, type Say } from '../../texts.ts';
import { organizationSetting } from './rows.ts';

/** @returns the sentences in the language of the organization (setting `default_language`). */
export const sayInOrganization = (db: Reader): Say => texts.in(organizationSetting(db, 'default_language'));
