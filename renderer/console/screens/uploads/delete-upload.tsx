/** The question before a file is deleted. */

import { sizeText } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { ConfirmAction } from '../../confirm-action.tsx';
import type { Upload } from './uploads.ts';

export function DeleteUpload({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const session = useSession();
  const name = upload.file?.name ?? t('this private file');
  return (
    <ConfirmAction
      ask={t('Delete {{name}}?', { name })}
      confirm={t('Delete permanently')}
      run={() =>
        request(
          'DELETE',
          session.is_admin ? (`/console/uploads/${upload.id}` as const) : (`/attachments/${upload.id}` as const),
        )
      }
      done={{ title: t('Deleted'), message: t('Freed {{size}}.', { size: sizeText(upload.size) }) }}
      stale={[['uploads']]}
      onClose={onClose}
    >
      {upload.message_count === 0
        ? t('No message uses this file.')
        : t('{{count}} messages use this file. Their links will be broken.', {
            count: upload.message_count,
            defaultValue_one: '1 message uses this file. Its link will be broken.',
          })}{' '}
      {t("This can't be undone.")}
    </ConfirmAction>
  );
}
