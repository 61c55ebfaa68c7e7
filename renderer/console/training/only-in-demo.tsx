/** What stands in the place of a training's tools where the organization is a real one. */
import { Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { watchedTrainingQuery, type DemoWire } from './training.ts';

/** @param children what is shown in a demo. */
export function OnlyInDemo({ children }: { children: (demo: DemoWire) => ReactNode }) {
  const { data, error, refetch } = useQuery(watchedTrainingQuery);
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.demo === null)
    return (
      <Nothing title={t('Only with sample data')}>
        {t('These tools change and break data on purpose. Try them in a demo, which has a data folder of its own:')}{' '}
        <Code>npm run demo</Code>
      </Nothing>
    );
  return children(data.demo);
}
