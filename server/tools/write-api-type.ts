/** Writes server/contract/api.ts from the declarations, where it is not up to date (endpoints.mjs, of which it is a part). */
import { readFileSync, writeFileSync } from 'node:fs';
import { endpoints } from '../api/index.ts';
import { apiTypeModule } from './api-type.ts';

const file = new URL('../contract/api.ts', import.meta.url);
const text = apiTypeModule(endpoints);
if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
