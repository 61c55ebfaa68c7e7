/** Facts of operations in network.ts that deviate from the defaults (spec/facts.ts). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../../network/certificate.ts';
import { unaudited, lifeless, type Facts, type SharedFacts } from '../../spec/facts.ts';

/** A certificate and its key, valid in the scene's time. */
const pair = await makeCertificate(['chat.office'], Date.UTC(2026, 0, 5, 9));

export const shared: SharedFacts = { audit: unaudited.unchanged, life: lifeless.machine };

/** Two such files, as a program that renews them leaves them. */
const folder = mkdtempSync(join(tmpdir(), 'hearth-facts-'));
const files = { certificate_file: join(folder, 'fullchain.pem'), key_file: join(folder, 'privkey.pem') };
writeFileSync(files.certificate_file, pair.certificate);
writeFileSync(files.key_file, pair.key);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

export const facts: Facts = {
  'PATCH /console/network_settings': {
    call: { params: () => ({ settings: { rate_limit_per_minute: 600 } }) },
    audit: ['network changed'],
  },
  'POST /console/network/certificate': {
    call: { params: () => ({ certificate: pair.certificate, private_key: pair.key }) },
    audit: ['network certificate_changed'],
  },
  'POST /console/network/certificate/files': {
    call: { params: () => files },
    audit: ['network certificate_changed'],
  },
  'POST /console/network/certificate/make': { audit: ['network certificate_changed'] },
  'DELETE /console/network/certificate': { audit: { testedIn: 'api/console/audit-log.test.ts' } },
};
