/** The question before a file is deleted. */
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { bytes } from '../../../components/time.tsx';
import type { Upload } from './uploads.ts';

export function DeleteUpload({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const session = useSession();
  const client = useQueryClient();
  const name = upload.file?.name ?? 'the private file';
  const remove = useMutation({
    mutationFn: () =>
      request('DELETE', session.is_admin ? `/console/uploads/${upload.id}` : `/attachments/${upload.id}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['uploads'] });
      notifications.show({ title: 'Deleted', message: `${bytes(upload.size)} are free again.` });
      onClose();
    },
  });
  return (
    <ConfirmModal
      title={`Delete ${name}?`}
      confirmLabel="Delete for good"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {upload.message_count === 0
        ? 'No message uses it.'
        : `${upload.message_count === 1 ? '1 message uses' : `${upload.message_count} messages use`} it, and will have a link that leads nowhere.`}{' '}
      This cannot be undone.
    </ConfirmModal>
  );
}
