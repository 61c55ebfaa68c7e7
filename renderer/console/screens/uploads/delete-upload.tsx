/** The question before a file is deleted. */
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { bytes } from '../../../components/time.tsx';
import type { Upload } from './uploads.ts';

export function DeleteUpload({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const session = useSession();
  const client = useQueryClient();
  const name = upload.file?.name ?? t('the private file');
  const remove = useMutation({
    mutationFn: () =>
      request(
        'DELETE',
        session.is_admin ? (`/console/uploads/${upload.id}` as const) : (`/attachments/${upload.id}` as const),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['uploads'] });
      notifications.show({
        color: 'green',
        title: t('Deleted'),
        message: t('{{size}} are free again.', { size: bytes(upload.size) }),
      });
      onClose();
    },
  });
  return (
    <ConfirmModal
      title={t('Delete {{name}}?', { name })}
      confirmLabel={t('Delete for good')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {upload.message_count === 0
        ? t('No message uses it.')
        : t('{{count}} messages use it, and will have a broken link.', {
            count: upload.message_count,
            defaultValue_one: '1 message uses it, and will have a broken link.',
          })}{' '}
      {t('This cannot be undone.')}
    </ConfirmModal>
  );
}
