/** The sentence at the foot of the page (notices.ts). */
import './floating.css';
import './fields.css';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { hold, noticeSlot, dismissNotice } from './notices.ts';
import { ToolButton } from './tool-button.tsx';
import { openDialogs } from './top-dialog.ts';

export function NoticeBar() {
  const dialog = useStore(openDialogs, (dialogs) => dialogs.at(-1));
  const bar = <Bar />;
  return dialog === undefined ? bar : createPortal(bar, dialog);
}

function Bar() {
  const notice = useStore(noticeSlot);
  return (
    // Always there, so that what comes into it is spoken.
    <div className="notice-place" role={notice?.isError === true ? 'alert' : 'status'}>
      {notice !== null && (
        <div
          className="notice-bar"
          onPointerEnter={() => hold(true)}
          onPointerLeave={() => hold(false)}
          onFocus={() => hold(true)}
          onBlur={() => hold(false)}
        >
          <LineIcon name={notice.isError ? 'alert' : 'check'} size={18} />
          <span>{notice.text}</span>
          {[...(notice.undo === null ? [] : [notice.undo]), ...notice.actions].map(({ label, run }) => (
            <button
              key={label}
              type="button"
              className="notice-undo"
              onClick={() => {
                dismissNotice();
                run();
              }}
            >
              {label}
            </button>
          ))}
          <ToolButton icon="close" size={16} label={t('Close')} onClick={dismissNotice} />
        </div>
      )}
    </div>
  );
}
