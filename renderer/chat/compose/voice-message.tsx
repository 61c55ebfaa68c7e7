/** Records a voice message: time, a way to cancel, and a way to attach it to the message as a file. */
import './voice-message.css';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../client/text.ts';
import { showNotice } from '../kit/notices.ts';
import { duration, recordingFormat, voiceName } from './voice-format.ts';

interface VoiceMessageProps {
  onFiles: (files: File[]) => void;
  onClose: () => void;
}

/** A longer one ends on its own, and is attached. Seconds. */
const longest = 600;

export function VoiceMessage({ onFiles, onClose }: VoiceMessageProps) {
  const { recorder, seconds } = useRecorder(onFiles, onClose);
  return (
    <fieldset className="voice-message" aria-label={t('Voice message')}>
      <i className={recorder === null ? '' : 'is-recording'} />
      <span role="timer">
        {recorder === null ? t('Waiting for the microphone…') : t('Recording {{time}}', { time: duration(seconds) })}
      </span>
      <button type="button" className="button at-end" onClick={onClose}>
        {t('Cancel')}
      </button>
      <button type="button" className="button primary" disabled={recorder === null} onClick={() => recorder?.stop()}>
        {t('Attach')}
      </button>
    </fieldset>
  );
}

function useRecorder(onFiles: VoiceMessageProps['onFiles'], onClose: () => void) {
  const [recorder, setRecorder] = useState<MediaRecorder | null>(null);
  const [seconds, setSeconds] = useState(0);
  const ends = useRef({ onFiles, onClose });
  useEffect(() => {
    ends.current = { onFiles, onClose };
  });
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isClosed = false;
    const release = (): void => stream?.getTracks().forEach((track) => track.stop());
    const begin = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (isClosed) return release();
      const format = recordingFormat((type) => MediaRecorder.isTypeSupported(type));
      const started = new MediaRecorder(stream, format && { mimeType: format.type });
      const parts: Blob[] = [];
      started.addEventListener('dataavailable', ({ data }) => parts.push(data));
      started.addEventListener('stop', () => {
        release();
        if (isClosed) return;
        const type = started.mimeType.replace(/;.*$/, '');
        ends.current.onFiles([new File(parts, voiceName(new Date(), format?.ending ?? 'webm'), { type })]);
        ends.current.onClose();
      });
      started.start();
      setRecorder(started);
    };
    begin().catch(() => {
      if (isClosed) return;
      showNotice(
        t('The microphone is not available. Allow it for this page in your browser, and check that it is connected.'),
        {
          isError: true,
        },
      );
      ends.current.onClose();
    });
    return () => {
      isClosed = true;
      release();
    };
  }, []);
  useEffect(() => {
    if (recorder === null) return undefined;
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    const end = setTimeout(() => recorder.stop(), longest * 1000);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [recorder]);
  return { recorder, seconds };
}
