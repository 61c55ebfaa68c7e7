/** Database queries of a backup: whose data it is, and which files must be in it; and what a restore asks of it. */
import { uploadedFilesSql } from '../../domain/attachments/rows.ts';
import { emojiFilesSql } from '../../domain/emoji/rows.ts';
import { activeOwnersSql, organizationFilesSql, organizationNameSql } from '../../domain/organization/rows.ts';
import { pictureFilesSql } from '../../domain/pictures/rows.ts';
import { avatarFilesSql } from '../../domain/users/rows.ts';
import type { OutsideRules } from '../../storage/trusted-content.ts';

export const backupQueries = {
  titleSql: organizationNameSql,
  filesSql: [uploadedFilesSql, avatarFilesSql, emojiFilesSql, organizationFilesSql, pictureFilesSql],
};

/** What is asked of a backup that may come from elsewhere. */
export const outsideRules = (keepsDemo: boolean): OutsideRules => ({
  ownersSql: activeOwnersSql,
  keepsDemo,
  droppedTables: ['message_search'],
});
