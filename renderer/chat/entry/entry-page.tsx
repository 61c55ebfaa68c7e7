/** The page around a user who is not in the chat yet: the organization's name, what is asked, and the office at night. */
import { useEffect, type ReactNode } from 'react';
import icon from '../../../resources/icon-small.svg';
import office from './office.svg';
import '../kit/entry.css';
import '../kit/entry-small.css';

export interface EntryPageProps {
  organization: string;
  title: string;
  children: ReactNode;
}

export function EntryPage({ organization, title, children }: EntryPageProps) {
  useEffect(() => {
    document.title = `${title} · ${organization}`;
  }, [title, organization]);
  return (
    <div className="entry">
      <main>
        <div className="entry-words">
          <p className="entry-brand">
            <img src={icon} alt="" />
            <bdi>{organization}</bdi>
          </p>
          <h1>{title}</h1>
          {children}
        </div>
      </main>
      <div className="entry-art">
        <img src={office} alt="" />
      </div>
    </div>
  );
}
