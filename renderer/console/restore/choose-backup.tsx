/** Handing in a backup, which the server reads through before anything else. */
import type { ReceivedBackup } from '../../../server/contract/shapes/backups.ts';
import { sendFile } from '../../client/send-file.ts';
import { t } from '../../client/text.ts';
import { HandInFile } from '../hand-in/hand-in-file.tsx';

interface ChooseBackupProps {
  /** Of a server that has nothing yet: what shows that it is one's own. */
  setupToken?: string;
  onReceived: (backup: ReceivedBackup) => void;
}

export function ChooseBackup({ setupToken, onReceived }: ChooseBackupProps) {
  return (
    <HandInFile
      send={async (file, sending) => {
        const answer =
          setupToken === undefined
            ? sendFile('/console/restores', {}, file, sending)
            : sendFile('/console/setup/restores', { token: setupToken }, file, sending);
        return (await answer).backup;
      }}
      onReceived={onReceived}
      label={t('Choose the backup file')}
      hint={t('or drop it here. Its name ends in .hearth-backup.')}
      checking={t('Verifying.')}
    />
  );
}
