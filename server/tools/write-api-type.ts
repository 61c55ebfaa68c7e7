/** Writes server/contract/api.ts from the declarations: `npm run contract:api`. */
import { writeFileSync } from 'node:fs';
import { endpoints } from '../api/index.ts';
import { apiTypeModule } from './api-type.ts';

writeFileSync(new URL('../contract/api.ts', import.meta.url), apiTypeModule(endpoints));
