/** A text as a message would show it. The HTML is the server's own, made and cleaned by its Markdown renderer. */
import { Paper, Typography } from '@mantine/core';
import classes from './rendered.module.css';

/** @param html from POST /messages/render, or a field of the API that is documented as rendered. */
export function Rendered({ html, label }: { html: string; label: string }) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={label} aria-live="polite" mih={48}>
      <Typography
        fz="sm"
        className={classes['rendered']}
        style={{ overflowWrap: 'anywhere' }}
        // The server escapes everything that a person wrote (server/markdown).
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </Paper>
  );
}
