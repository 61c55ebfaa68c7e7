/** A dialog: its title, a cross, and what stands in it. Afterwards the focus is where it was. */
import { Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { useFocusReturn } from '../../components/focus-return.ts';
import { FrameContext } from './states.tsx';
import { useIsTopmost } from './topmost.ts';

interface DialogProps {
  title: ReactNode;
  size?: 'md' | 'lg' | 'xl';
  onClose: () => void;
  /** What the cross does, where it is not to close. */
  closeLabel?: string;
  /** false where there is no way back any more. */
  hasClose?: boolean;
  children: ReactNode;
}

export function Dialog({
  title,
  size = 'md',
  onClose,
  closeLabel = t('Close'),
  hasClose = true,
  children,
}: DialogProps) {
  useFocusReturn();
  const isTopmost = useIsTopmost();
  return (
    <Modal.Root opened onClose={onClose} size={size} closeOnEscape={isTopmost} returnFocus={false}>
      <Modal.Overlay />
      <Modal.Content>
        {/* Not Modal.Header: its <header> would count as a second banner of the page. */}
        <Group justify="space-between" p="md" pb={0} wrap="nowrap">
          <Modal.Title fw={600} lh={1.3} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Modal.Title>
          {hasClose && <Modal.CloseButton aria-label={closeLabel} />}
        </Group>
        <Modal.Body pt="md" style={{ overflowWrap: 'anywhere' }}>
          <FrameContext value={null}>{children}</FrameContext>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
