/** Puts the console on the page: theme, data cache, routes. */
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../styles/tokens.css';
import '../styles/directions.css';
import '../styles/page.css';
import './layout/print.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sentences } from 'virtual:sentences/console';
import { keepInputMethodKeys } from '../client/input-method.ts';
import { startLanguage } from '../client/language.ts';
import { queryClient } from '../client/queries.ts';
import { onLanguageChange } from '../client/text.ts';
import { watchFocus } from '../components/focus-return.ts';
import { stayOnDrop } from '../components/page-drop.ts';
import { printInLightColors } from '../components/use-printing.ts';
import { readableColors, theme } from '../styles/theme.ts';
import { App } from './app.tsx';
import { keepFocus } from './components/kept-focus.ts';
import { ReadingDirection } from './components/reading-direction.tsx';
import { watchLeaving } from './components/unsaved.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no place for the console.');
keepInputMethodKeys();
keepFocus();
watchFocus();
watchLeaving();
stayOnDrop();
printInLightColors();
const root = createRoot(container);
/** New elements all through, so that each component shows its sentences in the current language. */
const draw = (): void =>
  root.render(
    <StrictMode>
      <MantineProvider theme={theme()} cssVariablesResolver={readableColors} defaultColorScheme="auto">
        <ReadingDirection>
          <Notifications position="bottom-center" />
          <QueryClientProvider client={queryClient}>
            <App />
          </QueryClientProvider>
        </ReadingDirection>
      </MantineProvider>
    </StrictMode>,
  );
await startLanguage(sentences);
onLanguageChange(draw);
draw();
