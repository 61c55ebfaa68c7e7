/** The API's own page: the viewer that the field knows, over the description that this server makes of itself. */
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import '../styles/tokens.css';
import './api-docs.css';
import { layoutPlugin } from './layout.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no place for the viewer.');

const dark = matchMedia('(prefers-color-scheme: dark)');
const followTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followTheme);
followTheme();

SwaggerUI({
  url: '/api/openapi.json',
  domNode: container,
  layout: 'ApiLayout',
  plugins: [layoutPlugin],
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  filter: true,
  validatorUrl: null,
  // A call that is tried is made with the key that was typed, never as the user who is signed in to this browser.
  requestInterceptor: (request) => ({ ...request, credentials: 'omit' }),
});
