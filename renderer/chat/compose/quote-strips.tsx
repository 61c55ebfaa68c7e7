/** Quotations of the message box as strips: the sender and the first two lines of each, and a way to remove it. */
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { ToolButton } from '../kit/tool-button.tsx';
import './attachments.css';
import type { Parts } from './use-parts.ts';

export function QuoteStrips({ parts }: { parts: Parts }) {
  const { quotes } = parts;
  return (
    <ul className="quote-strips" aria-label={t('Quotes')}>
      {quotes.map(({ raw, sender, excerpt }, index) => (
        <li key={`${index} ${raw}`} className="quote-strip">
          <LineIcon name="quote" size={16} />
          <div>
            <strong className="cut">
              <bdi>{sender}</bdi>
            </strong>
            <p dir="auto">{excerpt}</p>
          </div>
          <ToolButton
            icon="close"
            size={16}
            label={t('Remove quote of {{name}}', { name: sender })}
            onClick={() => parts.change({ quotes: quotes.toSpliced(index, 1) })}
          />
        </li>
      ))}
    </ul>
  );
}
