/** Writes the types of server/contract from the contract and the declarations (endpoints.mjs, of which it is a part). */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { endpoints } from '../api/index.ts';
import { completeContract } from '../contract/complete.ts';
import { apiTypeModule, contractTypesModule } from './api-type.ts';

const modules = { api: apiTypeModule(endpoints), types: contractTypesModule(completeContract().components.schemas) };
for (const [name, text] of Object.entries(modules)) {
  const file = new URL(`../contract/${name}.ts`, import.meta.url);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  const part = new URL(`${file.href}.${process.pid}.part`);
  writeFileSync(part, text);
  renameSync(part, file);
}
