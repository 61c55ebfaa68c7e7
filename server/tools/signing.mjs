/**
 * Signing configuration of electron-builder, read from the environment: without one everything is built too,
 * unsigned. Names are electron-builder's own where it has one.
 */

/**
 * @typedef {object} Signing
 * @property {import('electron-builder').Configuration} config
 * @property {string} summary for a person
 */

const azureNames = [
  'HEARTH_AZURE_SIGN_ENDPOINT',
  'HEARTH_AZURE_SIGN_ACCOUNT',
  'HEARTH_AZURE_SIGN_PROFILE',
  'HEARTH_SIGN_PUBLISHER',
];
const appleWays = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
];

/**
 * @param {NodeJS.ProcessEnv} env @param {NodeJS.Platform} platform
 * @returns {Signing}
 * @throws {Error} when something is set only in part: an installer that is unsigned by mistake must not come about
 */
export function signing(env, platform) {
  if (platform === 'darwin') return macSigning(env);
  if (platform === 'win32') return windowsSigning(env);
  return { config: {}, summary: 'Linux packages carry no signature.' };
}

/** @param {NodeJS.ProcessEnv} env @returns {Signing} */
function macSigning(env) {
  const isSigned = Boolean(env['CSC_LINK'] || env['CSC_NAME']);
  const notary = appleWays.some((names) => isWhole(env, names));
  if (notary && !isSigned) throw new Error('Apple checks signed apps only: set CSC_LINK or CSC_NAME, too.');
  return {
    config: {
      mac: { notarize: notary, hardenedRuntime: isSigned, ...(isSigned ? {} : { identity: null }) },
      // Unsigned, the key in the keychain would belong to this build alone: each new one would ask for it.
      electronFuses: { enableCookieEncryption: isSigned },
    },
    summary: isSigned ? (notary ? 'Signed and checked by Apple.' : 'Signed, not checked by Apple.') : 'Not signed.',
  };
}

/** @param {NodeJS.ProcessEnv} env @returns {Signing} */
function windowsSigning(env) {
  if (!isWhole(env, azureNames)) {
    const isSigned = Boolean(env['CSC_LINK'] || env['WIN_CSC_LINK']);
    return { config: {}, summary: isSigned ? 'Signed.' : 'Not signed.' };
  }
  const [endpoint = '', account = '', profile = '', publisher = ''] = azureNames.map((name) => env[name]);
  return {
    config: {
      win: {
        azureSignOptions: {
          endpoint,
          codeSigningAccountName: account,
          certificateProfileName: profile,
          publisherName: publisher,
        },
      },
    },
    summary: 'Signed by Azure Trusted Signing.',
  };
}

/**
 * @param {NodeJS.ProcessEnv} env @param {string[]} names
 * @returns {boolean} whether all are set. @throws {Error} that names those missing when only some are
 */
function isWhole(env, names) {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0 && missing.length < names.length)
    throw new Error(`${names.filter((name) => env[name]).join(', ')} needs ${missing.join(', ')}, too.`);
  return missing.length === 0;
}
