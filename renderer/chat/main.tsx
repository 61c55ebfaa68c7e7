/** Puts the chat on the page. */
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '../styles/tokens.css';
import '../styles/directions.css';
import './kit/base.css';
import './kit/controls.css';
import './shell/frame.css';
import './shell/sidebar-frame.css';
import './shell/view-header.css';
import './timeline/feed.css';
import './timeline/message.css';
import './timeline/message-tools.css';
import '../components/message-html/message-body.css';
import '../components/message-html/message-marks.css';
import '../components/message-html/message-code.css';
import '../components/message-html/message-files.css';
import './timeline/reading.css';
import './compose/composer.css';
import './compose/format-tools.css';
import './compose/completion.css';
import './compose/destination.css';
import './compose/composer-phone.css';
import './shell/rtl-and-forced-colors.css';
import './shell/print.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sentences } from 'virtual:sentences/chat';
import { keepInputMethodKeys } from '../client/input-method.ts';
import { startLanguage } from '../client/language.ts';
import { queryClient } from '../client/queries.ts';
import { onLanguageChange } from '../client/text.ts';
import { watchFocus } from '../components/focus-return.ts';
import { stayOnDrop } from '../components/page-drop.ts';
import { readableColors, theme } from '../styles/theme.ts';
import { App } from './app.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no place for the chat.');
keepInputMethodKeys();
watchFocus();
stayOnDrop();
const root = createRoot(container);
/** New elements all through, so that each component shows its sentences in the current language. */
const draw = (): void =>
  root.render(
    <StrictMode>
      <MantineProvider theme={theme()} cssVariablesResolver={readableColors} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
await startLanguage(sentences);
onLanguageChange(draw);
draw();
