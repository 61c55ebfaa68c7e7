/** What a backup asks the database: whose data it is, and which files must be in it. */
import { uploadedFilesSql } from '../../domain/attachments/rows.ts';
import { organizationNameSql } from '../../domain/organization-settings/rows.ts';

export const backupQueries = { titleSql: organizationNameSql, filesSql: uploadedFilesSql };
