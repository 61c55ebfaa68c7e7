/**
 * A directory server for tests: OpenLDAP on loopback with a small office that looks like Active Directory, in a folder of its own.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { slapdDatabase, slapdSchemas, startSlapdProcess } from '../../e2e/slapd-process.ts';

const run = promisify(execFile);
export { withoutSlapd } from '../../e2e/slapd-process.ts';

export const baseDn = 'dc=office,dc=example';
export const serviceDn = `cn=reader,${baseDn}`;
export const servicePassword = 'the reader of all';
/** Every user's. */
export const directoryPassword = 'a password of the directory';

export interface Slapd {
  /** "127.0.0.1:12345" */
  address: string;
  /** The same with TLS from the first byte. */
  tlsAddress: string;
  /** PEM of its certificate, which is self-signed. */
  certificate: string;
  /** PEM of a certificate that it does not use. */
  otherCertificate: string;
  /** Changes entries, as LDIF. */
  modify(ldif: string): Promise<void>;
  stop(): Promise<void>;
}

/** Users of the office: "user01" to "user30", and "anna" with an address; user30 is disabled. */
export const userDn = (name: string): string => `cn=${name},ou=people,${baseDn}`;
export const groupDn = (name: string): string => `cn=${name},ou=groups,${baseDn}`;

/** Attributes of Active Directory that OpenLDAP does not know. */
const schema = `
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.656 NAME 'userPrincipalName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.302 NAME 'sAMAccountType' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.96 NAME 'pwdLastSet' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP inetOrgPerson STRUCTURAL
  MAY ( sAMAccountName $ userPrincipalName $ sAMAccountType $ userAccountControl $ pwdLastSet $ objectGUID ) )
`;

/** One user of the office as LDIF. */
export function userLdif(name: string, fields: { number: number; fullName: string; control?: number }): string {
  const guid = Buffer.alloc(16, fields.number).toString('base64');
  return `dn: ${userDn(name)}
objectClass: user
cn: ${name}
sn: ${name}
displayName: ${fields.fullName}
sAMAccountName: ${name}
userPrincipalName: ${name}@ad.office.example
sAMAccountType: 805306368
userAccountControl: ${fields.control ?? 512}
pwdLastSet: 133000000000000000
objectGUID:: ${guid}
mail: ${name}@office.example
userPassword: ${directoryPassword}
`;
}

function officeLdif(): string {
  const users = Array.from({ length: 30 }, (_, index) => {
    const name = `user${String(index + 1).padStart(2, '0')}`;
    return userLdif(name, { number: index + 1, fullName: `Person ${index + 1}`, control: index === 29 ? 514 : 512 });
  });
  const groups = { staff: Array.from({ length: 30 }, (_, index) => index + 1), leads: [1, 2], admins: [3] };
  const groupEntries = Object.entries(groups).map(
    ([name, members]) => `dn: ${groupDn(name)}
objectClass: groupOfNames
cn: ${name}
${members.map((number) => `member: ${userDn(`user${String(number).padStart(2, '0')}`)}`).join('\n')}
`,
  );
  return [
    `dn: ${baseDn}\nobjectClass: dcObject\nobjectClass: organization\no: Office\ndc: office\n`,
    `dn: ou=people,${baseDn}\nobjectClass: organizationalUnit\nou: people\n`,
    `dn: ou=groups,${baseDn}\nobjectClass: organizationalUnit\nou: groups\n`,
    ...users,
    ...groupEntries,
  ].join('\n');
}

function makeCertificate(folder: string, name: string): string {
  const [key, file] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '3650',
      '-subj',
      '/CN=127.0.0.1',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
      '-keyout',
      key,
      '-out',
      file,
    ],
    { stdio: 'ignore' },
  );
  return execFileSync('openssl', ['x509', '-in', file], { encoding: 'utf8' });
}

/** @param options.hasTls without it, StartTLS is refused, as where it is stripped on the way. */
export async function startSlapd(options: { hasTls?: boolean } = {}): Promise<Slapd> {
  const { hasTls = true } = options;
  const folder = await mkdtemp(join(tmpdir(), 'hearth-slapd-'));
  await mkdir(join(folder, 'data'));
  const certificate = makeCertificate(folder, 'own');
  const otherCertificate = makeCertificate(folder, 'other');
  await writeFile(join(folder, 'ad.schema'), schema);
  const configuration = `${slapdSchemas}moduleload memberof
include ${join(folder, 'ad.schema')}
pidfile ${join(folder, 'pid')}
${hasTls ? `TLSCertificateFile ${join(folder, 'own.pem')}\nTLSCertificateKeyFile ${join(folder, 'own.key')}` : ''}
${slapdDatabase(baseDn, { dn: serviceDn, password: servicePassword }, join(folder, 'data'))}overlay memberof
memberof-group-oc groupOfNames
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
`;
  const file = join(folder, 'slapd.conf');
  await writeFile(file, configuration);
  const { port, tlsPort, stop } = await startSlapdProcess(file, hasTls);
  const write = async (tool: string, ldif: string): Promise<void> => {
    const path = join(folder, 'change.ldif');
    await writeFile(path, ldif);
    await run(tool, ['-x', '-H', `ldap://127.0.0.1:${port}`, '-D', serviceDn, '-w', servicePassword, '-f', path]);
  };
  await write('ldapadd', officeLdif());
  return {
    address: `127.0.0.1:${port}`,
    tlsAddress: `127.0.0.1:${tlsPort}`,
    certificate,
    otherCertificate,
    modify: async (ldif) => write('ldapmodify', ldif),
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Settings by which the world's server uses this directory. */
export const connectionTo = (slapd: Slapd) => ({
  ldap_enabled: true,
  ldap_servers: [slapd.address],
  ldap_security: 'starttls',
  ldap_certificate: slapd.certificate,
  ldap_bind_dn: serviceDn,
  ldap_bind_password: servicePassword,
  ldap_base_dn: baseDn,
});
