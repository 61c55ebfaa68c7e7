/** The link of an invitation, to be copied, scanned, or read out. */
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { SharedLink } from '../../network/shared-link.tsx';

interface ShareLinkProps {
  title: string;
  link: string;
  /** Stands above the link. */
  about?: ReactNode;
  onClose: () => void;
}

export function ShareLink({ title, link, about, onClose }: ShareLinkProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        {about}
        <SharedLink link={link} />
      </Stack>
    </Dialog>
  );
}
