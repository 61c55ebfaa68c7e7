/** Badge for sample data on every screen; after a first run with sample data it offers to leave it. */
import { Badge, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { firstRunQuery } from '../../client/queries.ts';
import { request } from '../../client/request.ts';
import { ownerRole } from '../../client/roles.ts';
import { useSession } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { ConfirmModal } from '../components/confirm-modal.tsx';

export function SampleBadge() {
  const { data } = useQuery(firstRunQuery);
  const session = useSession();
  const [isLeaving, { open, close }] = useDisclosure(false);
  const sample = data?.sample_data ?? null;
  if (sample === null) return null;
  const badge = (
    <Badge variant="light" color="gray" style={{ flexShrink: 0, cursor: 'inherit' }}>
      {t('Sample data')}
    </Badge>
  );
  if (!sample.can_leave || session.role !== ownerRole) return badge;
  return (
    <>
      <UnstyledButton
        onClick={open}
        aria-label={t('Leave sample data')}
        mih={24}
        style={{ flexShrink: 0, display: 'flex', alignItems: 'center' }}
      >
        {badge}
      </UnstyledButton>
      {isLeaving && <Leave onClose={close} />}
    </>
  );
}

function Leave({ onClose }: { onClose: () => void }) {
  const leave = useMutation({
    mutationFn: () => request('POST', '/console/sample/leave'),
    // The page reloads: all that it stored is out of date.
    onSuccess: ({ setup_path: path }) => window.location.assign(path),
  });
  return (
    <ConfirmModal
      title={t('Leave sample data?')}
      confirmLabel={t('Leave sample data')}
      pending={leave.isPending || leave.isSuccess}
      error={leave.error}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        {t(
          'The sample office is removed, and you return to the first screen to set up your own team. Your changes to the sample data are kept as a backup.',
        )}
      </Text>
    </ConfirmModal>
  );
}
