/** Cropping of one's own picture before it is uploaded. */
import { useRef } from 'react';
import { t } from '../../client/text.ts';
import type { ChosenArea } from '../../components/picture-crop/crop-area.ts';
import { cutPicture } from '../../components/picture-crop/cut-picture.ts';
import { PictureCrop } from '../../components/picture-crop/picture-crop.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';

interface CropPictureProps {
  file: File;
  /** Bytes that the server takes. */
  mostBytes: number;
  /** @returns whether the server has the picture. */
  send: (file: File) => Promise<boolean>;
  onClose: () => void;
}

export function CropPicture({ file, mostBytes, send, onClose }: CropPictureProps) {
  const chosen = useRef<ChosenArea | null>(null);
  return (
    <FormDialog
      title={t('Crop picture')}
      submitLabel={t('Save picture')}
      onClose={onClose}
      onSubmit={async () => {
        if (chosen.current === null) return false;
        return send(await cutPicture(file, chosen.current, { cutsMiddle: true, mostBytes }));
      }}
    >
      <PictureCrop
        file={file}
        onChange={(area) => {
          chosen.current = area;
        }}
        onUnreadable={() => {
          // The server may read it, or says what it takes.
          onClose();
          void send(file);
        }}
      />
    </FormDialog>
  );
}
