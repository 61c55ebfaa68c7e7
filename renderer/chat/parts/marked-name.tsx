/** The name of a topic or a destination: the sign of a resolved topic is drawn as an icon, and read as a word. */
import { splitAtMark } from '../../client/resolved-topics.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';

export function MarkedName({ name }: { name: string }) {
  const [before, after] = splitAtMark(name);
  if (after === undefined) return before;
  return (
    <>
      {before}
      <ResolvedMark />
      {after}
    </>
  );
}

export function ResolvedMark() {
  return (
    <>
      <LineIcon name="check" size={15} className="resolved-mark" />
      <span className="visually-hidden">{t('resolved')} </span>
    </>
  );
}
