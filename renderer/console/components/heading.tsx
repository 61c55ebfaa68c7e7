/** Headings within a screen, whose own is the page's: of its parts, and of what these are made of. */
import { Title, type TitleProps } from '@mantine/core';
import type { ReactNode } from 'react';

type HeadingProps = Pick<TitleProps, 'id' | 'mb' | 'style'> & { children: ReactNode };

export function Heading(props: HeadingProps) {
  return <Title order={2} fz="h4" {...props} />;
}

export function Subheading(props: HeadingProps) {
  return <Title order={3} fz="sm" {...props} />;
}
