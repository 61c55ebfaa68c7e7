/** Asks before something that is hard to undo, does it, and says that it is done. */
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmModal } from './components/confirm-modal.tsx';

interface ConfirmActionProps<Answer> {
  /** The title, a question. */
  ask: string;
  /** Label of the button that does it. */
  confirm: string;
  run: () => Promise<Answer>;
  /** What is said afterwards. */
  done?: { title: string; message: string };
  /** Queries that no event makes stale. */
  stale?: readonly QueryKey[];
  /** Called before the dialog closes. */
  onDone?: (answer: Answer) => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}

export function ConfirmAction<Answer>(props: ConfirmActionProps<Answer>) {
  const { ask, confirm, run, done, stale = [], onDone, onClose, children } = props;
  const client = useQueryClient();
  const refresh = async (): Promise<unknown> =>
    Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  const action = useMutation({
    mutationFn: run,
    // What could not be done may be gone already.
    onError: refresh,
    onSuccess: async (answer) => {
      onDone?.(answer);
      await refresh();
      if (done !== undefined) notifications.show({ color: 'green', ...done });
      onClose();
    },
  });
  return (
    <ConfirmModal
      title={ask}
      confirmLabel={confirm}
      pending={action.isPending}
      error={action.error}
      onConfirm={() => action.mutate()}
      onClose={onClose}
    >
      {children}
    </ConfirmModal>
  );
}
