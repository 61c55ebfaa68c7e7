/** Columns, one a day or an hour. In a file of its own: the library that draws is large, and the page must not wait for it. */
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { t } from '../../../client/text.ts';
import { chartColor, type Span } from './statistics.ts';

export function MessagesChart({ spans, height }: { spans: Span[]; height: number }) {
  return (
    <BarChart
      h={height}
      data={spans}
      dataKey="label"
      series={[{ name: 'messages', label: t('Messages'), color: chartColor }]}
      gridAxis="x"
      tickLine="none"
      withTooltip
      maxBarWidth={28}
      xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 12 }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      // The table beside it is what is read and stepped through.
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false, radius: 2 }}
    />
  );
}
