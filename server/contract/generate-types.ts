/** Writes server/contract/types.ts from the completed contract: `npm run contract:types`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { completeContract } from './complete.ts';

const { components, openapi, info } = completeContract();
const folder = mkdtempSync(join(tmpdir(), 'hearth-contract-'));
const input = join(folder, 'schemas.json');
const output = join(folder, 'types.ts');
writeFileSync(input, JSON.stringify({ openapi, info, paths: {}, components: { schemas: components.schemas } }));
execFileSync('npx', ['--yes', '--package=typescript@5', '--package=openapi-typescript@7', 'openapi-typescript', input, '-o', output], { stdio: 'inherit' });
const header = '// Generated from openapi.json by generate-types.ts; do not edit.\n';
writeFileSync(fileURLToPath(new URL('./types.ts', import.meta.url)), header + readFileSync(output, 'utf8').replace(/\/\*\*\n \* This file[\s\S]*?\*\/\n\n/, ''));
rmSync(folder, { recursive: true });
