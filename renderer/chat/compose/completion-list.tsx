/** The list of what can be completed, above the box; the box keeps the focus. */
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { listRole, optionRole } from '../kit/list-roles.ts';
import type { Completion } from './sources.ts';

interface CompletionListProps {
  id: string;
  options: readonly Completion[];
  chosen: number;
  onPick: (index: number) => void;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

export function CompletionList({ id, options, chosen, onPick }: CompletionListProps) {
  return (
    <ul className="completion" id={id} {...listRole} aria-label={t('Suggestions')}>
      {options.map((option, index) => (
        <li
          key={option.key}
          id={optionId(id, index)}
          {...optionRole(index === chosen)}
          onPointerDown={(event) => {
            // The box keeps its focus and its selection.
            event.preventDefault();
            onPick(index);
          }}
        >
          <Picture picture={option.picture} />
          <bdi className="cut">{option.name}</bdi>
          {option.note !== '' && <small className="at-end cut">{option.note}</small>}
        </li>
      ))}
    </ul>
  );
}

function Picture({ picture }: { picture: Completion['picture'] }) {
  switch (picture?.kind) {
    case undefined:
      return null;
    case 'image':
      return <img className="completion-glyph" src={picture.url} alt="" />;
    case 'person':
      return <Avatar person={picture.person} size="1.5rem" />;
    case 'icon':
      return <LineIcon name={picture.name} size={18} />;
    case 'text':
      return (
        <span className="completion-glyph" aria-hidden="true">
          {picture.text}
        </span>
      );
  }
}
